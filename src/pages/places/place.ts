import { assertReadable } from '../../api/place-routes.ts';
import type { WithImage } from '../../db/tables.ts';
import type { BareCall } from '../../http/call.ts';
import { assertPage, type PageRequest, pagingArguments, range, totalsOf } from '../../http/paging.ts';
import type { Language } from '../../i18n/language.ts';
import { summaryOf } from '../../lib/text/summary.ts';
import type { PlaceRow } from '../../places/store.ts';
import { isAtSlug } from '../../records/former-addresses.ts';
import { permalink } from '../../records/published-members.ts';
import { stateOf } from '../../records/state.ts';
import { inLanguage, languageOfText } from '../../records/translations/in-language.ts';
import { cachingOf, type ListArgs, readFilter } from '../../search/event-filter.ts';
import { findShown } from '../find.ts';
import { type PageAnswer, page } from '../page.ts';
import { jsonLd } from '../parts/json-ld.ts';
import { pageView } from '../view.ts';
import { countOf } from './coming.ts';
import type { ShownKind } from './kinds.ts';
import { placeContent } from './place-content.ts';

/** The page of a venue or an organizer: who or where it is, and what comes up there. */
export const placePage = <Row extends PlaceRow>(shown: ShownKind<Row>) =>
  page<typeof pagingArguments, WithImage<Row>>({
    arguments: pagingArguments,
    show: ({ args, target, ...call }) => showPlace(shown, target, args, call),
  });

/** The page at an address with an id: a record with a public address is shown there. */
export const placePageById = <Row extends PlaceRow>(shown: ShownKind<Row>) =>
  page<typeof pagingArguments, WithImage<Row>>({
    arguments: pagingArguments,
    async show({ args, target, ...call }) {
      const answer = await showPlace(shown, target, args, call);
      if (!target.slug || !isAtSlug(target.status)) return answer;
      const location = permalink(shown.kind.type, inLanguage(target, call), call);
      return { ...answer, status: 301, headers: { location } };
    },
  });

async function showPlace<Row extends PlaceRow>(
  shown: ShownKind<Row>,
  target: WithImage<Row>,
  paging: PageRequest,
  call: BareCall,
): Promise<PageAnswer> {
  const { kind } = shown;
  assertReadable(kind, target, call);
  const args: ListArgs = {
    ...paging,
    strict_dates: false,
    when: ['ongoing', 'upcoming'],
    [kind.type]: [target.id],
  };
  const found = await findShown(call, await readFilter(args, call), range(args, call.config));
  assertPage(args, totalsOf(found.total, args.per_page).totals, 'event-archive-page-not-found');
  const view = pageView(call);
  const place = inLanguage(target, view);
  const pathIn = (language: Language) => pathOf(shown, inLanguage(target, { textLanguage: language }), call);
  return {
    ...{ title: place.name, titleLanguage: languageOfText(place, 'name', view) },
    description: summaryOf(place.description, LONGEST_SUMMARY) || countOf(found, view),
    ...{ main: placeContent(shown, place, { found, args }, view), path: pathIn },
    head: jsonLd({ '@context': 'https://schema.org', ...shown.node(place, view), ...described(place) }),
    ...{ ...cachingOf(args, call), state: stateOf(target) },
  };
}

/** Characters that search engines show. */
const LONGEST_SUMMARY = 160;

/** The description in structured data. */
const described = ({ description }: PlaceRow) => ({
  description: summaryOf(description, LONGEST_DESCRIPTION) || undefined,
});

const LONGEST_DESCRIPTION = 5000;

/** The path of a place below the site and the language. */
const pathOf = <Row extends PlaceRow>({ kind }: ShownKind<Row>, place: Row, { address }: BareCall): string =>
  permalink(kind.type, place, { address: { ...address, site: '', language: undefined } });
