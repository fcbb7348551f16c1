import { type Config, PATH_WORDS, SERVICE_WORDS } from '../config.ts';
import { isLanguage, type Language } from '../i18n/language.ts';
import { sanitised } from '../lib/text/markup.ts';
import { textOf } from '../lib/text/text.ts';
import type { SiteFile } from './files.ts';
import type { ReportUnused } from './texts.ts';
import { wordsOf } from './words.ts';

/** A page of the operator. */
export interface OwnPage {
  /** `about`: its address is `/about/`. */
  readonly slug: string;
  readonly texts: Readonly<Partial<Record<Language, OwnPageText>>>;
  /** Whether it was written at /admin, and is in the store; otherwise it is in files. */
  readonly isStored: boolean;
}

/** A page of the operator in a language. */
export interface OwnPageText {
  readonly language: Language;
  readonly title: string;
  /** Sanitised. */
  readonly html: string;
}

/** The path of a page of the operator below the language. */
export const ownPagePath = ({ slug }: OwnPage): string => `/${slug}/`;

/** `pages/20-about.fr.html`: the number orders the pages. */
const FILE = /^pages\/(?:\d+-)?([a-z\d]+(?:-[a-z\d]+)*)(?:\.([A-Za-z-]+))?\.html$/;

/** The first segments of addresses that are the service's own, now or by custom. */
export const RESERVED: ReadonlySet<string> = new Set([
  ...Object.values(PATH_WORDS),
  ...SERVICE_WORDS,
  ...['metrics', 'robots', 'sitemap', 'favicon', 'index', 'doc', 'tiles', 'search', 'api'],
  ...['sitemap_index', 'wp-sitemap', 'tribe_events-sitemap'],
]);

/** Texts of the store by their names, see StoredName. */
export type StoredTexts = ReadonlyMap<string, string>;

/** The pages of the operator: those of files in the order of these, then those of the store. */
export async function readPages(
  files: readonly SiteFile[],
  stored: StoredTexts,
  config: Config,
  report: ReportUnused,
): Promise<OwnPage[]> {
  const inStore = pagesOfStore(stored, config, report);
  const inFiles = (await pagesOfFiles(files, config, report)).filter(({ slug }) => {
    const isReplaced = inStore.some(page => page.slug === slug);
    if (isReplaced) report(`pages/${slug}`, 'it is not used: the store has this page as well, which wins');
    return !isReplaced;
  });
  return [...inFiles, ...inStore];
}

/** The pages of the store, whose texts are sanitised already, in the order of their addresses. */
function pagesOfStore(stored: StoredTexts, config: Config, report: ReportUnused): OwnPage[] {
  const pages = new Map<string, Partial<Record<Language, OwnPageText>>>();
  for (const [name, source] of [...stored].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const [, slug, language] = FILE.exec(name) ?? [];
    if (slug === undefined || !isLanguage(language)) continue;
    const why = faultInSlug(slug, config);
    if (why !== undefined) report(`${name} of the store`, `it is no page: ${why}`);
    else pages.set(slug, { ...pages.get(slug), [language]: titled(source, slug, language) });
  }
  return [...pages].map(([slug, texts]) => ({ slug, texts, isStored: true }));
}

async function pagesOfFiles(
  files: readonly SiteFile[],
  config: Config,
  report: ReportUnused,
): Promise<OwnPage[]> {
  const { LANGUAGE } = config;
  const pages = new Map<string, Partial<Record<Language, OwnPageText>>>();
  for (const file of files) {
    const { name, path } = file;
    if (!name.startsWith('pages/')) continue;
    const [, slug, language = LANGUAGE] = FILE.exec(name) ?? [];
    const why = faultInName(slug, language, config);
    if (why !== undefined || slug === undefined || !isLanguage(language)) {
      report(path, `it is no page: ${why}`);
      continue;
    }
    const texts = pages.get(slug) ?? {};
    texts[language] = pageText((await file.read()).toString(), slug, language, why => report(path, why));
    pages.set(slug, texts);
  }
  return [...pages].map(([slug, texts]) => ({ slug, texts, isStored: false }));
}

function faultInName(slug: string | undefined, language: string, config: Config): string | undefined {
  if (slug === undefined) return 'expected a name such as about.html or 10-about.fr.html, in small letters';
  return (
    faultInSlug(slug, config) ?? (isLanguage(language) ? undefined : `there are no pages in "${language}"`)
  );
}

/** Why no page of the operator can have an address; undefined if one can. */
export function faultInSlug(slug: string, config: Config): string | undefined {
  const words = [...(wordsOf(config)?.own.first.values() ?? [])];
  const isTaken = RESERVED.has(slug) || words.includes(slug) || isLanguage(slug);
  return isTaken ? `/${slug}/ is an address of the service itself` : undefined;
}

/** The name of a page of the store in a language. */
export const storedPageName = (slug: string, language: Language): `pages/${string}` =>
  `pages/${slug}.${language}.html`;

/** What pages never have, so that they hold nothing but text, pictures and links. */
const LEFT_OUT =
  /<(script|style|iframe|object|embed|form|input|button|svg|link|meta)\b|\s(on[a-z]+|style)\s*=/i;

function pageText(
  source: string,
  slug: string,
  language: Language,
  report: (why: string) => void,
): OwnPageText {
  const [found, element, attribute] = LEFT_OUT.exec(source) ?? [];
  if (found !== undefined)
    report(
      `${element ? `<${element.toLowerCase()}>` : `the attribute ${attribute}`} and the like are left out`,
    );
  const html = sanitised(source.replace(/^\uFEFF/, ''));
  if (withoutHeading(html).heading === '')
    report('it has no <h1>, which is its title: the name of the file takes its place');
  return titled(html, slug, language);
}

function titled(sanitised: string, slug: string, language: Language): OwnPageText {
  const { heading, rest } = withoutHeading(sanitised);
  return { language, title: heading || fromSlug(slug), html: rest };
}

/** The text of the first heading, and the HTML without it. */
function withoutHeading(html: string): { heading: string; rest: string } {
  const [all = '', inner = ''] = /<h1\b[^>]*>([\s\S]*?)<\/h1>/.exec(html) ?? [];
  return { heading: textOf(inner), rest: html.replace(all, '').trim() };
}

const fromSlug = (slug: string): string => slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ');

/** The page in this language, otherwise in that of the site, otherwise in any. */
export const textIn = (
  { texts }: OwnPage,
  language: Language,
  { LANGUAGE }: Pick<Config, 'LANGUAGE'>,
): OwnPageText => (texts[language] ?? texts[LANGUAGE] ?? Object.values(texts)[0])!;

/** The languages that the site offers and in which there is a page, the one that is shown in others first. */
export function languagesIn(
  page: OwnPage,
  { LANGUAGE, LANGUAGES }: Pick<Config, 'LANGUAGE' | 'LANGUAGES'>,
): Language[] {
  const { language: own } = textIn(page, LANGUAGE, { LANGUAGE });
  const first = LANGUAGES.includes(own) ? own : LANGUAGE;
  return [first, ...LANGUAGES.filter(language => language !== first && language in page.texts)];
}
