import type { BareCall } from '../../http/call.ts';
import { pathTo } from '../addresses.ts';
import type { Filtering } from '../parts/filtering.ts';
import { asQuery, queryOfPage, without } from '../parts/query.ts';

/** The address of the past events with the filters of a list, also those for which its own address stands. */
export function pastLink(call: BareCall, { choices }: Pick<Filtering, 'choices'>): string {
  const query = without(queryOfPage(call), 'page', 'all_values');
  for (const { parameter, isFixed, choices: all } of choices) {
    const fixed = isFixed ? all.filter(({ isChosen }) => isChosen) : [];
    if (fixed.length > 0) query.set(parameter, fixed.map(({ value }) => value).join(','));
  }
  return pathTo(call, '/events/past/') + asQuery(query);
}
