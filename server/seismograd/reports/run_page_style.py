"""The looks of the page of a run, in light and dark."""

from __future__ import annotations

STYLE = """
:root { color-scheme: light dark; --ink: #1c2429; --paper: #ffffff; --faint: #d5dce1;
  --soft: #5c6b75; --curve: #0b6bcb; --bad: #c62828; --good: #2e7d32; --odd: #b26a00; }
@media (prefers-color-scheme: dark) { :root { --ink: #dfe6ea; --paper: #14191d; --faint: #333d44;
  --soft: #93a1aa; --curve: #4da3ff; --bad: #ff6b6b; --good: #66bb6a; --odd: #ffb74d; } }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 960px; margin: 0 auto; padding: 24px; }
h1 { font-size: 22px; overflow-wrap: anywhere; }
h2 { font-size: 17px; margin-top: 28px; }
.state { font-size: 14px; padding: 2px 8px; border: 1px solid; border-radius: 10px;
  color: var(--bad); }
.state.finished { color: var(--good); }
.state.cancelled, .state.running { color: var(--odd); }
figure { margin: 0; }
figcaption, th { color: var(--soft); font-weight: normal; }
[hidden] { display: none; }
#controls { color: var(--soft); }
.u-legend { color: var(--soft); }
.plot { width: 100%; height: auto; }
.plot text { fill: var(--soft); font-size: 12px; }
.plot .end { text-anchor: end; }
.plot .middle { text-anchor: middle; }
.plot .grid { stroke: var(--faint); }
.plot .alarm { stroke: var(--bad); stroke-dasharray: 4 3; }
.plot .curve { fill: none; stroke: var(--curve); stroke-width: 1.6; }
.plot .curve-dot { fill: var(--curve); }
.plot .faint { fill: var(--paper); stroke: var(--curve); }
.layer-0 { --curve: #0b6bcb; } .layer-1 { --curve: #b26a00; } .layer-2 { --curve: #2e7d32; }
.layer-3 { --curve: #c2185b; } .layer-4 { --curve: #6a1b9a; } .layer-5 { --curve: #00838f; }
.layer-6 { --curve: #827717; } .layer-7 { --curve: #6d4c41; }
.legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 2px 16px;
  color: var(--soft); }
.legend i { display: inline-block; width: 14px; height: 3px; margin-right: 6px;
  vertical-align: middle; background: var(--curve); }
.pairs { max-width: 520px; } .pairs .plot text { font-size: 20px; }
.plot .worse { stroke: var(--bad); }
.cause { border-left: 3px solid var(--faint); padding-left: 14px; margin: 18px 0; }
.cause.confirmed { border-color: var(--bad); }
.kind { color: var(--soft); }
.fine { color: var(--good); }
table { border-collapse: collapse; }
td, th { text-align: left; padding: 3px 14px 3px 0; border-bottom: 1px solid var(--faint);
  overflow-wrap: anywhere; vertical-align: top; }
td:first-child { min-width: 6em; overflow-wrap: break-word; }
pre { margin: 4px 0; white-space: pre-wrap; overflow-wrap: anywhere; }
li { overflow-wrap: anywhere; }
.theirs { color: var(--soft); }
"""
