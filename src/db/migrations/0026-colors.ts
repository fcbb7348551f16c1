import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import type { WayBack } from '../migration.ts';

const COLORS = ['rose', 'orange', 'ochre', 'lime', 'green', 'teal', 'blue', 'violet'];

/** The colours of categories: the first eight of the top level have one each, and share it with those below them. */
export async function up(db: Kysely<unknown>, { text }: Dialect): Promise<void> {
  await sql.raw(`alter table terms add column color ${text} not null default ''`).execute(db);
  const { rows } = await sql<{ id: number; parent: number }>`
    select id, parent from terms where taxonomy = 'category' order by id`.execute(db);
  const parents = new Map(rows.map(({ id, parent }) => [id, parent]));
  const tops = rows.filter(({ parent }) => !parents.has(parent)).map(({ id }) => id);
  const topOf = (id: number): number => {
    // A circle in a damaged tree ends somewhere.
    for (let levels = 0; levels < rows.length && parents.has(parents.get(id)!); levels++)
      id = parents.get(id)!;
    return id;
  };
  for (const { id } of rows)
    await sql`update terms set color = ${COLORS[tops.indexOf(topOf(id))] ?? 'slate'} where id = ${id}`.execute(
      db,
    );
}

export const down: WayBack = {
  loss: 'the colours of categories.',
  undo: db => sql`alter table terms drop column color`.execute(db),
};
