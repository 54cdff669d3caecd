import type * as vscode from "vscode";
import { virtualFolders } from "./folders";
import type { Notices } from "./notices";

const TOLD = "seismograd.toldOfVirtualFolders";

/** Say, once in a workspace, that folders without a disk are left out. */
export function noteVirtualFolders(notices: Notices, memory: vscode.Memento): void {
  const names = virtualFolders().map(({ name }) => name);
  if (names.length === 0 || memory.get<boolean>(TOLD) === true) {
    return;
  }
  void memory.update(TOLD, true);
  const which = names.length === 1 ? `The folder ${names[0] ?? ""} is` : `${names.join(", ")} are`;
  const text = `${which} on a virtual file system, which Seismograd's server cannot read. Clone the repository to a disk to have it checked.`;
  notices.once("information", text, {});
}
