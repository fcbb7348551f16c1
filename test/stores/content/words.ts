import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { roles } from '../../../src/config/values.ts';
import { type Db, eventStatuses, statuses, type Tables } from '../../../src/db/tables.ts';
import { scopes } from '../../../src/users/store.ts';

/** Each word of these columns that the version declares. */
const WORDS = {
  records: { type: ['event', 'venue', 'organizer', 'image', 'deleted'] },
  events: { status: statuses, event_status: eventStatuses },
  users: { role: roles },
  app_passwords: { scope: scopes },
  terms: { taxonomy: ['category', 'tag'] },
  versions: { operation: ['update', 'trash', 'restore', 'delete'] },
} satisfies { [Table in keyof Tables]?: { [Column in keyof Tables[Table]]?: readonly string[] } };

/** A store that is kept has every state that a record can be in. */
export async function assertAllWords(db: Db): Promise<void> {
  for (const [table, columns] of Object.entries(WORDS))
    for (const [column, words] of Object.entries<readonly string[]>(columns)) {
      const { rows } = await sql<{ word: string }>`
        select distinct ${sql.ref(column)} as word from ${sql.table(table)}`.execute(db);
      const found = new Set(rows.map(({ word }) => word));
      assert.deepEqual(
        words.filter(word => !found.has(word)),
        [],
        `${table}.${column}`,
      );
    }
}
