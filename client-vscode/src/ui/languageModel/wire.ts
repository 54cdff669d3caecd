/** What the server asks for in `seismograd/complete`. */
export interface CompleteParams {
  messages: { role: "user" | "assistant"; content: string }[];
  system: string | null;
  model: string | null;
  /** Where set, fragments are sent as they come, under this name. */
  stream: string | null;
}

export interface CompleteResult {
  text: string;
  model: string;
}

/** Codes of the errors that the server tells apart. */
export const NO_MODEL = -32001;
export const NO_CONSENT = -32002;
export const QUOTA = -32003;
export const BLOCKED = -32004;
export const CANCELLED = -32800;
