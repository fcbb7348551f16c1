import { written } from '../../formats/document.ts';
import { MAX_SITEMAP, sitemapIndex, sitemapText } from '../../formats/sitemap.ts';
import type { Answer, BareCall } from '../../http/call.ts';
import { noRoute } from '../../http/errors.ts';
import { publicRead } from '../../http/operation.ts';
import { staticRoute } from '../../http/route.ts';
import { siteWords } from '../../i18n/messages.ts';
import { additional, text } from '../../input/arguments.ts';
import { assertLarge } from '../../lib/answer-scope.ts';
import { documentRoundRobin, Pacer } from '../../lib/pacer.ts';
import { MAX_SMALL_DOCUMENT } from '../../limits.ts';
import { SITE_FILES } from '../../site/page-addresses.ts';
import { tagOf } from '../list-in-format.ts';
import { isTranslated, type SitemapSection, sitemapSections } from './sitemap-sections.ts';

const XML = 'application/xml';

const sitemap = publicRead({
  words: siteWords.sitemap,
  arguments: { part: additional(text(siteWords.part)) },
  mediaType: XML,
  answers: { status: 200, schema: { type: 'string' }, errors: [400, noRoute()] },
  async handle({ args, ...call }) {
    const tag = await tagOf(call, { sitemap: args.part }, 1);
    if (args.part !== undefined) return answerWith(await findPart(args.part, call), tag, call);
    const found = await findAll(call);
    const total = found.reduce((sum, { section, total }) => sum + section.width * total, 0);
    if (total <= MAX_SITEMAP) return answerWith(found, tag, call);
    return { mediaType: XML, body: sitemapIndex(partsOf(found, call)), until: Infinity };
  },
});

/** The public addresses of the site, by the protocol of sitemaps.org, also where programs look on sites of WordPress. */
export const sitemapRoutes = [
  ...[SITE_FILES.sitemap, '/sitemap_index.xml', '/wp-sitemap.xml', '/tribe_events-sitemap.xml'],
].map(root => staticRoute({ root, path: '', operations: [sitemap] }));

/** Records of one section. */
interface FoundSection {
  readonly section: SitemapSection;
  readonly ids: readonly number[];
  readonly total: number;
}

async function findAll(call: BareCall): Promise<FoundSection[]> {
  const found: FoundSection[] = [];
  for (const section of sitemapSections)
    found.push({ section, ...(await section.find(call, { limit: mostOf(section), offset: 0 })) });
  return found;
}

/** The most records of a section that one sitemap can have. */
const mostOf = ({ width }: SitemapSection): number => Math.floor(MAX_SITEMAP / width);

/** The part of a site with more addresses than one sitemap may have: `events-2`. */
async function findPart(part: string, call: BareCall): Promise<FoundSection[]> {
  const [, name, number] = /^([a-z-]+)-([1-9]\d{0,5})$/.exec(part) ?? [];
  const section = sitemapSections.find(section => section.name === name);
  if (!section) throw noRoute();
  const limit = mostOf(section);
  const offset = (Number(number) - 1) * limit;
  const found = await section.find(call, { limit, offset });
  if (offset >= found.total) throw noRoute();
  return [{ section, ...found }];
}

async function answerWith(
  found: readonly FoundSection[],
  tag: string | undefined,
  call: BareCall,
): Promise<Answer> {
  const count = found.reduce((sum, { ids }) => sum + ids.length, 0);
  if (count > MAX_SMALL_DOCUMENT) assertLarge();
  const body = await written(textsOf(found, call), { isLong: count > LONG, tag, records: count });
  return { mediaType: XML, body, until: Infinity };
}

/** Sitemaps that are certainly long. */
const LONG = 5000;

const partsOf = (found: readonly FoundSection[], { address }: BareCall): string[] =>
  found.flatMap(({ section, total }) =>
    Array.from(
      { length: Math.ceil(total / mostOf(section)) },
      (_, at) => `${address.site}${SITE_FILES.sitemap}?part=${section.name}-${at + 1}`,
    ),
  );

/** Records per read. */
const BATCH = 100;

async function* textsOf(found: readonly FoundSection[], call: BareCall): AsyncGenerator<string> {
  const pacer = new Pacer(() => documentRoundRobin.next());
  const hasAlternates = found.some(({ section, total }) => isTranslated(section) && total > 0);
  yield sitemapText.begin(hasAlternates || found.length === 1);
  for (const { section, ids } of found)
    for (let at = 0; at < ids.length; at += BATCH) {
      await pacer.pause();
      const entries = await section.entries(call, ids.slice(at, at + BATCH));
      yield entries.map(sitemapText.entry).join('');
    }
  yield sitemapText.end;
}
