import { because, type Reason } from '../../intake/reason.ts';

/** What is left out of lines. */
type Lines = 'no_start' | 'no_property' | 'event_cut' | 'deep_component' | 'not_begun' | 'outside';

/** Counts what an import of a calendar leaves out, for one line of the report for each kind. */
export class LeftOutCounts {
  readonly #lines = new Map<Lines, { count: number; first: number; sample: string }>();
  readonly #components = new Map<string, number>();
  readonly #properties = new Map<string, number>();

  line(what: Lines, number: number, sample = ''): void {
    this.#lines.getOrInsertComputed(what, () => ({ count: 0, first: number, sample })).count++;
  }

  component(name: string): void {
    this.#components.set(name, (this.#components.get(name) ?? 0) + 1);
  }

  property(name: string): void {
    this.#properties.set(name, (this.#properties.get(name) ?? 0) + 1);
  }

  /** The lines of the report. */
  report(): Reason[] {
    const lines = [...this.#lines].map(([what, { count, first, sample }]) => {
      const shown = sample === '' ? '' : `: ${sample.slice(0, 100)}`;
      return because('lines_left_out', { what: because(what), count, line: first, sample: shown });
    });
    return [
      ...(this.#components.size === 0 ? [] : [because('only_events', { names: tallied(this.#components) })]),
      ...(this.#properties.size === 0 ? [] : [because('no_place_for', { names: tallied(this.#properties) })]),
      ...lines,
    ];
  }
}

/** How many names are shown. */
const MAX_NAMES = 40;

function tallied(counts: ReadonlyMap<string, number>): string {
  const shown = [...counts].slice(0, MAX_NAMES).map(([name, count]) => `${name} (${count})`);
  return shown.join(', ') + (counts.size > MAX_NAMES ? ` and ${counts.size - MAX_NAMES} more` : '');
}
