/** Codes and messages of PHP's json_last_error(), which clients check. */
export const JSON_PROBLEMS = {
  depth: [1, 'Maximum stack depth exceeded'],
  mismatch: [2, 'State mismatch (invalid or malformed JSON)'],
  control: [3, 'Control character error, possibly incorrectly encoded'],
  syntax: [4, 'Syntax error'],
  utf8: [5, 'Malformed UTF-8 characters, possibly incorrectly encoded'],
} as const;

/** Why a body cannot be parsed. Only the code crosses the thread boundary. */
export class BodyError extends Error {
  override name = 'BodyError';
  readonly code: BodyProblem;

  constructor(code: BodyProblem) {
    super(code);
    this.code = code;
  }
}

export type BodyProblem = 'too many values' | 'not multipart' | keyof typeof JSON_PROBLEMS;

export const isBodyProblem = (code: unknown): code is BodyProblem =>
  code === 'too many values' || code === 'not multipart' || Object.keys(JSON_PROBLEMS).includes(String(code));
