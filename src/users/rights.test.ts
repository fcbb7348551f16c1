import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { ownStore } from '../../test/folder.ts';
import type { Role, Status } from '../db/tables.ts';
import { SINGLE } from '../events/event.ts';
import { plainFields } from '../events/plain-fields.ts';
import { blankColumns } from '../records/plain-fields.ts';
import {
  mayAddImages,
  mayCreate,
  mayEdit,
  mayEditOthers,
  mayManageCategories,
  mayManageTags,
  mayPublish,
  mayRead,
  readable,
  type Viewer,
} from './rights.ts';
import { unlocked } from './visible.ts';

const roles = ['subscriber', 'contributor', 'author', 'editor', 'administrator'] as const;
const SELF = 7;
const OTHER = 8;
const as = (role: Role | 'anybody'): Viewer =>
  role === 'anybody' ? undefined : { id: SELF, login: role, role };

describe('Rights of each role', () => {
  const rights = { mayCreate, mayPublish, mayEditOthers, mayAddImages, mayManageCategories, mayManageTags };
  const table: [keyof typeof rights, ...(Role | 'anybody')[]][] = [
    ['mayCreate', 'contributor', 'author', 'editor', 'administrator'],
    ['mayPublish', 'author', 'editor', 'administrator'],
    ['mayEditOthers', 'editor', 'administrator'],
    ['mayAddImages', 'contributor', 'author', 'editor', 'administrator'],
    ['mayManageCategories', 'author', 'editor', 'administrator'],
    ['mayManageTags', 'editor', 'administrator'],
  ];
  for (const [right, ...allowed] of table) {
    it(`${right} holds for ${allowed.join(', ')}`, () => {
      const who = (['anybody', ...roles] as const).filter(role => rights[right](as(role)));
      assert.deepEqual(who, allowed);
    });
  }
});

/** A record: its author, its status, and its status before the trash. */
interface Case {
  author_id: number;
  status: Status;
  status_before_trash: Status | null;
}

const LIVE = ['publish', 'future', 'draft', 'pending', 'private'] as const satisfies Status[];
const states: Omit<Case, 'author_id'>[] = [
  ...LIVE.map(status => ({ status, status_before_trash: null })),
  ...[...LIVE, null].map(status_before_trash => ({ status: 'trash' as const, status_before_trash })),
];
const records: Case[] = [SELF, OTHER].flatMap(author_id => states.map(state => ({ author_id, ...state })));

const nameOf = ({ author_id, status, status_before_trash }: Case) =>
  `${author_id === SELF ? "one's own" : "another's"} ${status}${status_before_trash ? ` (${status_before_trash})` : ''}`;

describe('Rights of each role to one record (r reads, e edits)', () => {
  //                                    anybody subscriber contributor author editor administrator
  const table = `
    one's own publish                 | r | r | r  | re | re | re
    one's own future                  |   |   | r  | re | re | re
    one's own draft                   |   |   | re | re | re | re
    one's own pending                 |   |   | re | re | re | re
    one's own private                 |   |   | re | re | re | re
    one's own trash (publish)         |   |   | r  | re | re | re
    one's own trash (future)          |   |   | r  | re | re | re
    one's own trash (draft)           |   |   | re | re | re | re
    one's own trash (pending)         |   |   | re | re | re | re
    one's own trash (private)         |   |   | re | re | re | re
    one's own trash                   |   |   | re | re | re | re
    another's publish                 | r | r | r  | r  | re | re
    another's future                  |   |   |    |    | re | re
    another's draft                   |   |   |    |    | re | re
    another's pending                 |   |   |    |    | re | re
    another's private                 |   |   |    |    | re | re
    another's trash (publish)         |   |   |    |    | re | re
    another's trash (future)          |   |   |    |    | re | re
    another's trash (draft)           |   |   |    |    | re | re
    another's trash (pending)         |   |   |    |    | re | re
    another's trash (private)         |   |   |    |    | re | re
    another's trash                   |   |   |    |    | re | re`;

  for (const line of table.trim().split('\n')) {
    const [name = '', ...expected] = line.split('|').map(cell => cell.trim());
    it(`Each role has the expected rights to ${name}`, () => {
      const record = records.find(record => nameOf(record) === name);
      assert.ok(record);
      const found = (['anybody', ...roles] as const).map(
        role => `${mayRead(as(role), record) ? 'r' : ''}${mayEdit(as(role), record) ? 'e' : ''}`,
      );
      assert.deepEqual(found, expected);
    });
  }

  it('The table covers every record', () => assert.equal(table.trim().split('\n').length, records.length));
});

const db = await ownStore();

describe('Rights as conditions of queries', () => {
  /** The case of each event by id; events above MANY have a password. */
  const byId = new Map<number, Case>();
  const MANY = 1000;

  before(async () => {
    for (const id of [SELF, OTHER])
      await db
        .insertInto('users')
        .values({ id, login: `u${id}`, email: null, role: 'author', created_at: 1 })
        .execute();
    for (const [index, record] of records.entries()) {
      for (const [id, password_hash] of [
        [index + 1, null],
        [index + 1 + MANY, 'right'],
      ] as const) {
        byId.set(id, record);
        await db.insertInto('records').values({ id, type: 'event' }).execute();
        await db
          .insertInto('events')
          .values({ ...BLANK, ...record, id, password_hash })
          .execute();
      }
    }
  });

  for (const role of ['anybody', ...roles] as const) {
    it(`The condition readable selects what mayRead allows for ${role}`, async () => {
      const rows = await db
        .selectFrom('events')
        .select('id')
        .where(readable(as(role), 'events'))
        .execute();
      const expected = [...byId].filter(([, record]) => mayRead(as(role), record));
      assert.deepEqual(names(rows), expected.map(([id]) => name(id)).sort());
    });

    it(`The condition unlocked is "no password, the right one, or mayEdit" for ${role}`, async () => {
      for (const offered of [undefined, 'wrong', 'right']) {
        const rows = await db
          .selectFrom('events')
          .select('id')
          .where(unlocked(as(role), offered))
          .execute();
        const expected = [...byId].filter(
          ([id, record]) => id < MANY || offered === 'right' || mayEdit(as(role), record),
        );
        assert.deepEqual(names(rows), expected.map(([id]) => name(id)).sort());
      }
    });
  }

  const name = (id: number) => `${nameOf(byId.get(id)!)}${id > MANY ? ', with a password' : ''}`;
  const names = (rows: { id: number }[]) => rows.map(({ id }) => name(id)).sort();
});

const BLANK = {
  ...{ title: '', description: '', excerpt: '', search_text: '', slug: null, image_id: null },
  ...{ date_at: 1, date_floats: 0, modified_at: 1, all_day: 0, start_at: 1, end_at: 1 },
  ...{ start_date: '2031-05-10 10:00:00', end_date: '2031-05-10 12:00:00' },
  ...{ timezone: 'UTC', timezone_abbr: 'UTC', cost: null, website: null },
  ...{ ...blankColumns(plainFields), uid: null, sequence: 0, ...SINGLE },
};
