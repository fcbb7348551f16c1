import type { ErrorKey } from '../i18n/say.ts';

type ReasonIn<Key> = Key extends `recurrence_${infer Reason}` ? Reason : never;

/** Why lines are refused: each reason has a sentence in src/i18n. */
export type ProblemReason = Exclude<ReasonIn<ErrorKey>, 'begins_too_early'>;

const MAX_SHOWN = 60;

/** What is wrong with the lines of a recurrence. It is returned; only the functions of parsing throw it. */
export class RecurrenceProblem extends Error {
  override readonly name = 'RecurrenceProblem';
  /** The line or part that is to blame, such as `BYDAY`. */
  readonly part: string;
  readonly reason: ProblemReason;
  /** What was written there, or the limit that it exceeds. */
  readonly value: string;

  constructor(part: string, reason: ProblemReason, value: string | number = '') {
    super(`${part}: ${reason}`);
    this.part = shown(part);
    this.reason = reason;
    this.value = shown(String(value));
  }

  /** The key of the sentence that says it; its values are `part`, `value` and the parameter's `name`. */
  get key(): `recurrence_${ProblemReason}` {
    return `recurrence_${this.reason}`;
  }
}

/** What people wrote may be long, and may have characters that are not seen. */
function shown(text: string): string {
  const visible = text.replace(/\p{Cc}+/gu, ' ').toWellFormed();
  return visible.length > MAX_SHOWN ? `${visible.slice(0, MAX_SHOWN).toWellFormed()}…` : visible;
}
