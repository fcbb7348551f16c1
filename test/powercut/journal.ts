import type { World } from '../crash/model.ts';
import type { SignIn } from '../crash/trial.ts';
import type { Write } from '../crash/writer.ts';

/** A line that the program which is traced says. */
export type Line = { account: SignIn } | { writer: number; write: Write };

export const say = (line: Line): void => console.log(JSON.stringify(line));

/** A write, and where in the trace its answer began to be sent: Infinity where there was none. */
interface Placed extends Write {
  answered: number;
}

/** What there has to be after a loss of power. */
export interface Expected {
  /** What the records of each writer may be: what is acknowledged, with or without the write that was under way. */
  worlds: ReadonlyMap<number, readonly World[]>;
  /** The ids of pictures whose upload was acknowledged. */
  pictures: readonly number[];
  /** Accounts whose passwords were told. */
  accounts: readonly SignIn[];
}

/** All that was acknowledged, and when. */
export class Journal {
  readonly #writes = new Map<number, Placed[]>();
  readonly #accounts: { account: SignIn; told: number }[] = [];

  constructor(
    lines: readonly Line[],
    { answered, written }: { answered: ReadonlyMap<string, number>; written: ReadonlyMap<string, number> },
  ) {
    for (const line of lines) {
      if ('account' in line) {
        const told = written.get(line.account.app_password) ?? Infinity;
        this.#accounts.push({ account: line.account, told });
      } else {
        const { request } = line.write;
        const position = request === undefined ? Infinity : answered.get(request);
        if (position === undefined) throw new Error(`no answer to ${request} in the trace`);
        const writes = this.#writes.get(line.writer) ?? [];
        this.#writes.set(line.writer, writes);
        writes.push({ ...line.write, answered: position });
      }
    }
  }

  /** Where something was acknowledged, in order. */
  get acknowledgements(): number[] {
    const answers = [...this.#writes.values()].flat().map(({ answered }) => answered);
    const told = this.#accounts.map(({ told }) => told);
    return [...answers, ...told].filter(Number.isFinite).toSorted((one, other) => one - other);
  }

  expected(position: number): Expected {
    const acknowledged = [...this.#writes.values()].flat().filter(({ answered }) => answered <= position);
    return {
      worlds: new Map([...this.#writes].map(([writer, writes]) => [writer, worldsAt(writes, position)])),
      pictures: acknowledged.flatMap(({ picture }) => picture ?? []),
      accounts: this.#accounts.filter(({ told }) => told <= position).map(({ account }) => account),
    };
  }
}

/** What the writes of one writer, who waits for each answer, may have led to. */
function worldsAt(writes: readonly Placed[], position: number): World[] {
  const last = writes.findLastIndex(({ answered }) => answered <= position);
  const possible = [writes[last]?.after ?? {}];
  for (const { before, after, answered } of writes.slice(last + 1)) {
    possible.push(before, after);
    // After one that was never answered, the next one began from what was found.
    if (answered !== Infinity) break;
  }
  return possible;
}
