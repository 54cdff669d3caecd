// Runs one suite inside of the extension host and writes down how each test went.
'use strict';
const fs = require('node:fs');
const path = require('node:path');

const { SEISMOGRAD_EDITOR_MODULES, SEISMOGRAD_SUITE, SEISMOGRAD_REPORT } = process.env;
const Mocha = require(path.join(SEISMOGRAD_EDITOR_MODULES, 'mocha'));

const outcome = (test, error) => ({
  title: test.title,
  seconds: (test.duration ?? 0) / 1000,
  error: error ? String(error.stack ?? error) : null,
});

exports.run = () =>
  new Promise((resolve, reject) => {
    const mocha = new Mocha({ ui: 'tdd', timeout: 120_000, color: false });
    mocha.addFile(path.join(__dirname, `${SEISMOGRAD_SUITE}.test.js`));
    const results = [];
    const runner = mocha.run((failures) => {
      fs.writeFileSync(`${SEISMOGRAD_REPORT}.part`, JSON.stringify(results));
      fs.renameSync(`${SEISMOGRAD_REPORT}.part`, SEISMOGRAD_REPORT); // it is there whole, or not at all
      failures ? reject(new Error(`${failures} failed`)) : resolve();
    });
    runner.on('pass', (test) => results.push(outcome(test)));
    runner.on('fail', (test, error) => results.push(outcome(test, error)));
  });
