import type { Taxonomy, TermRow } from '../../db/tables.ts';
import type { BareCall } from '../../http/call.ts';
import { noRoute } from '../../http/errors.ts';
import type { Operation } from '../../http/operation.ts';
import { asHeading } from '../../i18n/format-dates.ts';
import { type Html, html } from '../../lib/html.ts';
import { pageLanguages } from '../../records/translations/alternates.ts';
import { inLanguage, languageOfText } from '../../records/translations/in-language.ts';

import { findTerms } from '../../terms/list.ts';
import { termPath, termUrl } from '../../terms/members.ts';
import { type PlacedTerm, placedTerm } from '../../terms/tree.ts';
import { pathTo } from '../addresses.ts';
import { page } from '../page.ts';
import { textLanguage } from '../parts/card.ts';
import type { Filtering } from '../parts/filters.ts';
import { formatNumber } from '../parts/plural.ts';
import { pageText } from '../parts/rich-text.ts';
import { type PageView, pageView } from '../view.ts';
import { wordsIn } from '../words.ts';
import { listArguments, showList } from './list.ts';

export const termPage = (taxonomy: Taxonomy): Operation<undefined> =>
  page({
    arguments: listArguments,
    async show({ args, ...call }) {
      const [id] = (taxonomy === 'category' ? args.categories : args.tags) ?? [];
      const [row] = id === undefined ? [] : await findTerms(call.db, [id]);
      if (!row) throw noRoute();
      const term = await placedTerm(call.db, row);
      const view = pageView(call);
      const relatives = await relativesOf(call, term);
      const base = termUrl(term, view);
      const description = await pageText(inLanguage(term, view).description, view, base);
      return showList(call, args, {
        path: call.page!.path,
        title: asHeading(inLanguage(term, view).name, call.language),
        titleLanguage: languageOfText(term, 'name', view),
        languages: pageLanguages(term, call.config),
        canonical: language => termPath(term, { textLanguage: language }),
        intro: (_, filtering) => introOf(call, term, { ...relatives, description }, filtering),
      });
    },
  });

interface Relatives {
  readonly above: readonly TermRow[];
  readonly below: readonly TermRow[];
}

/** What stands between the name of a term and its events. */
interface TermIntro extends Relatives {
  readonly description: Html;
}

async function relativesOf({ db }: BareCall, { id, above, taxonomy }: PlacedTerm): Promise<Relatives> {
  if (taxonomy === 'tag') return { above: [], below: [] };
  const rows = await findTerms(
    db,
    above.map(({ id }) => id),
  );
  const below = await db
    .selectFrom('terms')
    .selectAll()
    .where('taxonomy', '=', 'category')
    .where('parent', '=', id)
    .orderBy('sort_name')
    .execute();
  return { above: above.flatMap(({ id }) => rows.find(row => row.id === id) ?? []), below };
}

function introOf(
  call: BareCall,
  term: PlacedTerm,
  { above, below, description }: TermIntro,
  filtering: Filtering,
): Html {
  const words = wordsIn('listPages', call);
  const view = pageView(call);
  const pathsAbove = term.above.map((_, at) => term.above.slice(0, at));
  return html`${
    above.length > 0 &&
    html`<nav class="term-above" aria-label="${words.above}"><ul>${above.map((row, at) => html`<li>${termLink(row, pathsAbove[at]!, view)}</li>`)}</ul></nav>\n`
  }${
    description.text !== '' &&
    html`<div class="listing-intro rich-text"${textLanguage(term, 'description', view)}>${description}</div>\n`
  }${
    below.length > 0 &&
    html`<nav class="term-below" aria-label="${words.below}"><ul>${below.map(row => html`<li>${termLink(row, [...term.above, term], view)}${countOf(row, view, filtering)}</li>`)}</ul></nav>\n`
  }`;
}

const termLink = (row: TermRow, above: PlacedTerm['above'], view: PageView): Html =>
  html`<a href="${pathTo(view, termPath({ ...row, above }, view))}"${textLanguage(row, 'name', view)}>${inLanguage(row, view).name}</a>`;

/** How many events of the list a category has; nothing if it has none. */
function countOf(row: TermRow, view: PageView, { choices }: Filtering): Html | undefined {
  const facet = choices.find(({ parameter }) => parameter === 'categories');
  const choice = facet?.choices.find(({ id }) => id === row.id);
  return choice && html` <span class="count">${formatNumber(choice.count, view.language)}</span>`;
}
