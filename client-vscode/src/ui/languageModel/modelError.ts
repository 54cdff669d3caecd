/** Why a language model gave no answer: a code for the server, a sentence for people. */
export class ModelError extends Error {
  constructor(
    readonly code: number,
    sentence: string,
  ) {
    super(sentence);
  }
}
