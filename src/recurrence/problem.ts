/** Why lines are refused; `recurrence_` and the reason is the key of the sentence in src/i18n. */
export type ProblemReason =
  | 'line'
  | 'unknown_line'
  | 'exrule'
  | 'second_rule'
  | 'frequency_missing'
  | 'frequency'
  | 'sub_daily'
  | 'time_part'
  | 'byweekno'
  | 'unknown_part'
  | 'repeated_part'
  | 'count_and_until'
  | 'value'
  | 'ordinal'
  | 'part_with_frequency'
  | 'setpos_alone'
  | 'until_before_start'
  | 'no_dates'
  | 'too_many_dates'
  | 'zone'
  | 'period'
  | 'too_many_values'
  | 'too_long';

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
