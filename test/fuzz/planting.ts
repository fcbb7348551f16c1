import { pick, type Random, random } from '../../bench/random.ts';
import type { Status } from '../../src/db/tables.ts';
import type { Who } from '../properties/asking.ts';
import type { Service } from '../service.ts';
import { edits, reads, sees } from './rights.ts';

/** How a calendar is planted. The same seed plants the same calendar. */
export interface Plan {
  seed: number;
  /** The password hash of protected events. */
  hash: string;
  /**
   * For twin calendars: their reader, and whether this is the second, in which all that the reader may not read
   * differs.
   */
  twin?: { reader: Who; second: boolean };
}

/** The properties of a record that determine who may read it. */
export interface Owned {
  status: Status;
  author: 'contributor' | 'author' | 'editor' | 'subscriber';
  locked?: boolean;
}

/** The texts and random numbers of a record. */
export interface Telling {
  own: Random;
  /** A text with a mark that is unique in the store. */
  say(): string;
}

export const WORDS = ['jazz', 'blues', 'música', 'mercat', 'festa', '日本の祭り', '🎉', 'l’àvia'] as const;

/** Midnight of the first planted day, within the default window of lists. */
export const FIRST_DAY = (Math.floor(Date.now() / 86_400_000) + 30) * 86_400;

const STATUSES = ['publish', 'draft', 'pending', 'private', 'future', 'trash'] as const;
const AUTHORS = ['contributor', 'author', 'editor', 'subscriber'] as const;

/** One record of each status by each author, so that every reader may read some and not others. */
export const OWNED: readonly Owned[] = STATUSES.flatMap(status =>
  AUTHORS.map(author => ({ status, author })),
);

/** The planting of one calendar. */
export class Planting {
  /** Everything is written by the administrator. */
  readonly writing;
  /** The random numbers that twin calendars share. */
  readonly common: Random;
  readonly hash: string;
  readonly #service: Service;
  readonly #plan: Plan;
  #marks = 0;
  #told = 0;

  constructor(service: Service, plan: Plan) {
    const { accounts, config } = service;
    const { id, user: login } = accounts.administrator;
    const now = Math.floor(Date.now() / 1000);
    this.writing = { viewer: { id, login, role: 'administrator' as const }, config, now };
    this.common = random(plan.seed);
    this.hash = plan.hash;
    this.#service = service;
    this.#plan = plan;
  }

  /** Whether the reader of twin calendars may not see a record at all. */
  hides({ status, author }: Owned): boolean {
    const { twin } = this.#plan;
    return twin !== undefined && !sees({ who: twin.reader }, { status, owner: author });
  }

  /** Whether that reader sees only title and times. */
  locks({ status, author, locked = false }: Owned): boolean {
    const { twin } = this.#plan;
    return twin !== undefined && !reads({ who: twin.reader }, { status, owner: author, locked });
  }

  /**
   * Whether that reader may not read drafts of translations.
   * @param owned the record; the role that may edit it with editors, if it has no author
   */
  hidesDrafts(owned: Owned | Owned['author']): boolean {
    const { twin } = this.#plan;
    if (twin === undefined) return false;
    const { status, author }: Owned =
      typeof owned === 'string' ? { status: 'private', author: owned } : owned;
    // Before they were in the trash, these records were drafts.
    const before = status === 'trash' ? 'draft' : undefined;
    return !edits({ who: twin.reader }, { status, owner: author, before });
  }

  /** The texts of the next record. A hidden record has different ones in the second calendar. */
  telling(hidden: boolean): Telling {
    const differs = hidden && this.#plan.twin?.second === true;
    const own = random(this.#plan.seed, ++this.#told * 2 + Number(differs));
    const mark = () => `zq${differs ? 'b' : 'a'}${(++this.#marks).toString(36).padStart(5, '0')}`;
    return { own, say: () => `${mark()} ${pick(own, WORDS)}` };
  }

  published({ status, author }: Owned, own: Random) {
    const date = status === 'future' ? '2040-01-01' : this.writing.now - 1 - Math.floor(own() * 9999);
    return { status, author: this.#service.accounts[author].id, date };
  }
}
