import { assertReadable, type ContactRow } from '../../contacts/store.ts';
import type { WithImage } from '../../db/tables.ts';
import type { BareCall } from '../../http/call.ts';
import { assertPage, sharedListToHorizon, totalsOf } from '../../http/list-answer.ts';
import { calendarWords } from '../../i18n/messages.ts';
import { filled } from '../../i18n/say.ts';
import { previewFile } from '../../images/sources.ts';
import { type PageRequest, pagingArguments, range } from '../../input/common-arguments.ts';
import { html } from '../../lib/html.ts';
import { summaryOf } from '../../lib/text/text.ts';
import { withName } from '../../records/no-name.ts';
import { isAtSlug, permalink, translatedPermalink } from '../../records/published-members.ts';
import { stateOf } from '../../records/state.ts';
import { pageLanguages } from '../../records/translations/alternates.ts';
import { inLanguage } from '../../records/translations/in-language.ts';
import { type ListArgs, readFilter } from '../../search/event-filter.ts';
import { assetAddress } from '../assets.ts';
import { findCards } from '../find-cards.ts';
import type { FoundList } from '../list/find-list.ts';
import { titleOf } from '../list/titles.ts';
import { type PageAnswer, page, redirectTo } from '../page.ts';
import { cardTemplate } from '../parts/card.ts';
import { jsonLd } from '../parts/json-ld.ts';
import { queryOfNumber } from '../parts/pager.ts';
import { listPreview } from '../preview-cards/preview.ts';
import { pageView } from '../view.ts';
import { wordsIn } from '../words.ts';
import { contactContent, countOf } from './contact-content.ts';
import { COMING } from './index.ts';
import type { ShownKind } from './kinds.ts';

/** The page of a venue or an organizer: who or where it is, and what comes up there. */
export const contactPage = <Row extends ContactRow>(shown: ShownKind<Row>) =>
  page<typeof pagingArguments, WithImage<Row>>({
    arguments: pagingArguments,
    show: ({ args, target, ...call }) => showContact(shown, target, args, call),
  });

/** The page at an address with an id: a record with a public address is shown there. */
export const contactPageById = <Row extends ContactRow>(shown: ShownKind<Row>) =>
  page<typeof pagingArguments, WithImage<Row>>({
    arguments: pagingArguments,
    async show({ args, target, ...call }) {
      if (!target.slug || !isAtSlug(target.status)) return showContact(shown, target, args, call);
      assertReadable(shown.kind, target, call);
      return redirectTo(translatedPermalink(shown.kind.type, target, call), call);
    },
  });

async function showContact<Row extends ContactRow>(
  shown: ShownKind<Row>,
  target: WithImage<Row>,
  paging: PageRequest,
  call: BareCall,
): Promise<PageAnswer> {
  assertReadable(shown.kind, target, call);
  const view = pageView(call);
  const read = withName(inLanguage(target, view));
  const contact = read.name === '' ? { ...read, name: wordsIn('contactPages', view)[shown.plural] } : read;
  const found = await findComingAt(shown, target, paging, call);
  const { args } = found;
  const caching = await sharedListToHorizon(args, found.filter, call);
  const query = queryOfNumber(call, args.page);
  return {
    title: titleOf(contact.name, args.page, call),
    description:
      summaryOf(contact.description, LONGEST_SUMMARY) ||
      filled(calendarWords.because[view.language], { name: contact.name, value: `${countOf(found, view)}.` }),
    preview: (contact.image && previewFile(contact.image, view)) ?? (await listPreview(args, call)),
    main: await contactContent(shown, contact, found, view),
    path: language => pathOf(shown, inLanguage(target, { textLanguage: language }), call) + query,
    languages: pageLanguages(target, call.config),
    head: html`${jsonLd({ '@context': 'https://schema.org', ...shown.node(contact, view), ...described(contact) })}<script type="module" src="${assetAddress(call, 'share.js')}"></script>
`,
    ...{ ...caching, state: stateOf(target) },
  };
}

/** One page of the events from now on, as the list with a filter on the contact has them. */
async function findComingAt<Row extends ContactRow>(
  { kind }: ShownKind<Row>,
  { id }: ContactRow,
  paging: PageRequest,
  call: BareCall,
): Promise<FoundList> {
  const args: ListArgs = { ...COMING, ...paging, [kind.type]: [id] };
  const filter = await readFilter(args, call);
  const found = await findCards(
    call,
    { ...cardTemplate, isMarkedUp: true },
    filter,
    range(args, call.config),
  );
  const { totals } = totalsOf(found.total, args.per_page);
  assertPage(args, totals, 'event-archive-page-not-found');
  return { ...found, args, filter, pages: totals.total_pages };
}

/** Characters that search engines show. */
const LONGEST_SUMMARY = 160;

const described = ({ description }: ContactRow) => ({
  description: summaryOf(description, LONGEST_DESCRIPTION) || undefined,
});

const LONGEST_DESCRIPTION = 5000;

/** The path of a contact below the site and the language. */
const pathOf = <Row extends ContactRow>(
  { kind }: ShownKind<Row>,
  contact: Row,
  { address }: BareCall,
): string => permalink(kind.type, contact, { address: { ...address, site: '', language: undefined } });
