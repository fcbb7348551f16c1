import type { Taxonomy, TermRow } from '../../db/tables.ts';
import type { BareCall } from '../../http/call.ts';
import { noRoute } from '../../http/errors.ts';
import type { Operation } from '../../http/operation.ts';
import { attribute, type Html, html, NOTHING } from '../../lib/html.ts';
import { plainText } from '../../lib/text/text.ts';
import { inLanguage, languageOfText } from '../../records/translations/in-language.ts';

import { findTerms } from '../../terms/list.ts';
import { termPath } from '../../terms/members.ts';
import { type PlacedTerm, placedTerm } from '../../terms/tree.ts';
import { pathTo } from '../addresses.ts';
import { page } from '../page.ts';
import type { Filtering } from '../parts/filtering.ts';
import { numberSaid } from '../parts/plural.ts';
import { pageView } from '../view.ts';
import { wordsIn } from '../words.ts';
import { listArguments } from './arguments.ts';
import { showList } from './show-list.ts';

/** The list of the events of a category or a tag. */
export const termPage = (taxonomy: Taxonomy): Operation<undefined> =>
  page({
    arguments: listArguments,
    async show({ args, ...call }) {
      const [id] = (taxonomy === 'category' ? args.categories : args.tags) ?? [];
      const [row] = id === undefined ? [] : await findTerms(call.db, [id]);
      if (!row) throw noRoute();
      const term = await placedTerm(call.db, row);
      const [relations, view] = [await relativesOf(call, term), pageView(call)];
      return showList(call, args, {
        path: call.page!.path,
        title: inLanguage(term, view).name,
        titleLanguage: languageOfText(term, 'name', view),
        canonical: language => termPath(term, { textLanguage: language }),
        intro: (_, filtering) => introOf(call, term, relations, filtering),
      });
    },
  });

/** The categories above a term and directly below it. */
interface Relatives {
  readonly above: readonly TermRow[];
  readonly below: readonly TermRow[];
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

function introOf(call: BareCall, term: PlacedTerm, { above, below }: Relatives, filtering: Filtering): Html {
  const words = wordsIn('listPages', call);
  const view = pageView(call);
  const description = plainText(inLanguage(term, view).description);
  const paths = [...term.above.map((_, at) => term.above.slice(0, at))];
  const counts = new Map(
    filtering.choices
      .find(({ parameter }) => parameter === 'categories')
      ?.choices.map(({ value, count }) => [value, count]),
  );
  const link = (row: TermRow, over: PlacedTerm['above']) => {
    const { name, slug } = inLanguage(row, view);
    const count = counts.get(slug);
    const path = termPath({ ...row, above: over }, view);
    return html`<li><a href="${pathTo(call, path)}"${attribute('lang', otherLanguage(row, view))}>${name}</a>${count !== undefined && html` <span class="count">${numberSaid(count, call.language)}</span>`}</li>`;
  };
  return html`${
    above.length > 0
      ? html`<nav class="term-above" aria-label="${words.above}"><ul>${above.map((row, at) => link(row, paths[at]!))}</ul></nav>\n`
      : NOTHING
  }${description && html`<p class="listing-intro"${attribute('lang', otherLanguage(term, view, 'description'))}>${description}</p>\n`}${
    below.length > 0
      ? html`<nav class="term-below" aria-label="${words.below}"><ul>${below.map(row => link(row, [...term.above, term]))}</ul></nav>\n`
      : NOTHING
  }`;
}

function otherLanguage(row: TermRow, view: ReturnType<typeof pageView>, column = 'name') {
  const language = languageOfText(row, column, view);
  return language === view.language ? undefined : language;
}
