import type { World } from '../crash/model.ts';
import type { SignIn } from '../crash/trial.ts';
import type { Write } from '../crash/writer.ts';

/** A line printed by the traced program. */
export type Line = { account: SignIn } | { writer: number; write: Write };

export const say = (line: Line): void => console.log(JSON.stringify(line));

/** A write, and the position of its response in the trace: Infinity without a response. */
interface Placed extends Write {
  answered: number;
}

/** What must exist after a power cut. */
export interface Expected {
  /** The possible records of each writer: what was acknowledged, with or without the last write. */
  worlds: ReadonlyMap<number, readonly World[]>;
  /** The ids of uploaded images that were acknowledged. */
  pictures: readonly number[];
  /** Accounts whose passwords were printed. */
  accounts: readonly SignIn[];
}

/** Everything that was acknowledged, with its position. */
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

  /** The positions of all acknowledgements, in order. */
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

/** The possible records of one writer, who waits for each response. */
function worldsAt(writes: readonly Placed[], position: number): World[] {
  const last = writes.findLastIndex(({ answered }) => answered <= position);
  const possible = [writes[last]?.after ?? {}];
  for (const { before, after, answered } of writes.slice(last + 1)) {
    possible.push(before, after);
    // After a write without a response, the next one began from what was found.
    if (answered !== Infinity) break;
  }
  return possible;
}
