import * as vscode from "vscode";

/** The page of a panel: our own script and style, and nothing else from anywhere. */
export function panelPage(webview: vscode.Webview, media: vscode.Uri): string {
  const file = (name: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(media, name)).toString();
  const policy = [
    "default-src 'none'",
    `script-src ${webview.cspSource}`,
    `style-src ${webview.cspSource}`,
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="stylesheet" href="${file("run.css")}">
<title>Run</title>
</head>
<body>
<h1 id="title"></h1>
<p id="sentence" role="status"></p>
<div id="controls"><label><input type="checkbox" id="logarithmic"> Logarithmic</label></div>
<div id="plot" role="img" aria-label="Loss by step"></div>
<ul id="alarms"></ul>
<ul id="symptoms" aria-label="Symptoms"></ul>
<table id="facts"></table>
<script src="${file("run.js")}"></script>
</body>
</html>`;
}
