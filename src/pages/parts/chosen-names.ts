import type { BareCall } from '../../http/call.ts';
import { withName } from '../../records/no-name.ts';
import { inLanguage } from '../../records/translations/in-language.ts';
import { addressKey } from '../../search/addresses.ts';
import type { FacetLabel } from '../../search/facet-result.ts';
import { findTerms } from '../../terms/list.ts';
import { mayRead } from '../../users/rights.ts';
import { parameterOf, queryOfPage } from './query.ts';

/** What a choice is called. */
export type ChoiceLabel = Pick<FacetLabel, 'id' | 'slug' | 'name'>;

/** The labels of chosen values that no event of the list has. A record that the reader may not read has its id alone. */
export async function labelsOf(
  parameter: string,
  values: readonly (string | number)[],
  call: BareCall,
): Promise<ChoiceLabel[]> {
  if (values.length === 0) return [];
  const rows = await recordsOf(parameter, values.map(Number), call);
  const labels = new Map(rows.map(row => [row.id, withName(inLanguage(row, call))]));
  const sent = asSent(parameter, call);
  return values.map(value => {
    if (typeof value === 'string') return { name: sent.get(value) ?? value };
    const { slug, name = String(value) } = labels.get(value) ?? {};
    return { id: value, ...(slug && { slug }), name };
  });
}

/** Texts are read without case and accents; people know them as they chose them. */
const asSent = (parameter: string, call: BareCall): ReadonlyMap<string, string> =>
  new Map(
    [...queryOfPage(call)]
      .filter(([name]) => parameterOf(name) === parameter)
      .flatMap(([, sent]) => sent.split(',').map(one => [addressKey(one), one.trim()])),
  );

type Named = Required<ChoiceLabel>;

async function recordsOf(
  parameter: string,
  ids: readonly number[],
  call: BareCall,
): Promise<readonly Named[]> {
  if (parameter === 'categories' || parameter === 'tags') return findTerms(call.db, ids);
  if (parameter !== 'venue' && parameter !== 'organizer') return [];
  const rows = await contactsOf(call, `${parameter}s`, ids);
  return rows
    .filter(contact => mayRead(call.viewer, contact))
    .map(({ slug, ...contact }) => ({ ...contact, slug: slug ?? '' }));
}

const contactsOf = ({ db }: BareCall, table: 'venues' | 'organizers', ids: readonly number[]) =>
  db
    // Both tables have these columns.
    .selectFrom(table as 'venues')
    .select(['id', 'slug', 'name', 'author_id', 'status', 'status_before_trash', 'language', 'translations'])
    .where('id', 'in', ids)
    .execute();
