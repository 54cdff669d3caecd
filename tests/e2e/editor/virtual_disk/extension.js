// A file system without a disk, as those of extensions that browse repositories.
'use strict';
const vscode = require('vscode');

const { FileType, FileSystemError } = vscode;
const files = new Map(Object.entries(JSON.parse(process.env.SEISMOGRAD_VIRTUAL_FILES ?? '{}')));
const changes = new vscode.EventEmitter();
const namesIn = (folder) =>
  [...files.keys()].filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1));

const disk = {
  onDidChangeFile: changes.event,
  watch: () => new vscode.Disposable(() => undefined),
  stat({ path }) {
    if (files.has(path)) return { type: FileType.File, ctime: 0, mtime: 0, size: files.get(path).length };
    if (namesIn(path).length > 0) return { type: FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    throw FileSystemError.FileNotFound(path);
  },
  readDirectory: ({ path }) => namesIn(path).filter((name) => !name.includes('/')).map((name) => [name, FileType.File]),
  readFile({ path }) {
    if (!files.has(path)) throw FileSystemError.FileNotFound(path);
    return Buffer.from(files.get(path));
  },
  writeFile({ path }, content) {
    files.set(path, Buffer.from(content).toString());
    changes.fire([{ type: vscode.FileChangeType.Changed, uri: vscode.Uri.from({ scheme: 'seismograd-virtual', path }) }]);
  },
  createDirectory: () => undefined,
  delete: ({ path }) => void files.delete(path),
  rename: () => {
    throw FileSystemError.NoPermissions('files here keep their names');
  },
};

exports.activate = (context) => {
  context.subscriptions.push(vscode.workspace.registerFileSystemProvider('seismograd-virtual', disk));
};
