import * as vscode from "vscode";

const taken = new vscode.EventEmitter<void>();

/** The person has taken one of our fixes, or a comment that silences a finding. */
export const onDidTakeRepair = taken.event;

/** The editor asks for the edit of an action when somebody chooses it, and not before. */
export async function noteRepair<T>(resolving: T | Thenable<T>): Promise<T> {
  const action = await resolving;
  taken.fire();
  return action;
}
