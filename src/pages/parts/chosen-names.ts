import type { BareCall } from '../../http/call.ts';
import { inLanguage } from '../../records/translations/in-language.ts';
import { findTerms } from '../../terms/list.ts';
import { mayRead } from '../../users/rights.ts';

/** A chosen value that no event of the list has. */
interface ChosenName {
  readonly value: string;
  readonly name: string;
}

/** The names of chosen values. A record that the reader may not read has its id alone. */
export async function namesOf(
  parameter: string,
  values: readonly (string | number)[],
  call: BareCall,
): Promise<ChosenName[]> {
  if (values.length === 0) return [];
  const names = await recordNames(parameter, values.map(Number), call);
  return values.map(value => ({ value: String(value), name: names.get(Number(value)) ?? String(value) }));
}

async function recordNames(
  parameter: string,
  ids: readonly number[],
  call: BareCall,
): Promise<ReadonlyMap<number, string>> {
  if (parameter === 'categories' || parameter === 'tags') return named(await findTerms(call.db, ids), call);
  if (parameter === 'venue' || parameter === 'organizer') {
    const rows = await places(call, `${parameter}s`, ids);
    return named(
      rows.filter(place => mayRead(call.viewer, place)),
      call,
    );
  }
  return new Map();
}

const places = ({ db }: BareCall, table: 'venues' | 'organizers', ids: readonly number[]) =>
  db
    // Both tables have these columns.
    .selectFrom(table as 'venues')
    .select(['id', 'name', 'author_id', 'status', 'status_before_trash', 'language', 'translations'])
    .where('id', 'in', ids)
    .execute();

const named = (rows: readonly { readonly id: number; readonly name: string }[], call: BareCall) =>
  new Map(rows.map(row => [row.id, inLanguage(row, call).name]));
