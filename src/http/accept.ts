import { LRUCache } from 'lru-cache';
import type { MediaFormat } from '../formats/event-format.ts';
import { type Language, languages } from '../i18n/language.ts';

const JSON_TYPE = 'application/json';

/** Other names by which clients ask for JSON; scripts of other sites ask for JSONP. */
const JSON_NAMES = ['text/json', 'application/javascript', 'text/javascript'];

/** Chooses between JSON and other formats by an Accept header; undefined if it accepts none of them. */
export const negotiate = <Format extends MediaFormat>(
  accept: string | undefined,
  formats: readonly Format[],
): Format | 'json' | undefined => ranked(accept, formats)[0];

/**
 * JSON and the other formats that an Accept header accepts, the best first. The greatest quality value wins, then a
 * type that is named before one that a wildcard covers, then JSON before the others in their order.
 */
export function ranked<Format extends MediaFormat>(
  accept: string | undefined,
  formats: readonly Format[],
): (Format | 'json')[] {
  const ranges = rangesIn(accept ?? '');
  if (ranges.length === 0) return ['json'];
  return [
    { choice: 'json' as const, fit: fitOfJson(ranges) },
    ...formats.map(choice => ({ choice, fit: fitOf(choice.mediaType, ranges) })),
  ]
    .filter(({ fit }) => fit.quality > 0)
    .sort((a, b) => byFit(a.fit, b.fit))
    .map(({ choice }) => choice);
}

/** JSON and those of these formats to which a client gives a greater quality than to a media type. */
export function preferredTo<Format extends MediaFormat>(
  type: string,
  accept: string,
  formats: readonly Format[],
): (Format | 'json')[] {
  const ranges = rangesIn(accept);
  const { quality } = fitOf(type, ranges);
  const others = formats.filter(({ mediaType }) => fitOf(mediaType, ranges).quality > quality);
  return fitOfJson(ranges).quality > quality ? ['json', ...others] : others;
}

/** How well a media type fits a header. */
interface Fit {
  readonly quality: number;
  /** 3 if the header names the type, 2 for `type/*`, 1 for any type. */
  readonly precision: number;
}

/** The best fit first. */
const byFit = (a: Fit, b: Fit): number => b.quality - a.quality || b.precision - a.precision;

interface MediaRange {
  readonly type: string;
  readonly quality: number;
}

/** Only a range that names it covers another name of JSON: the answer will not have that type. */
const fitOfJson = (ranges: readonly MediaRange[]): Fit =>
  [fitOf(JSON_TYPE, ranges), ...JSON_NAMES.map(type => fitOf(type, ranges)).filter(isNamed)].sort(byFit)[0]!;

const isNamed = ({ precision }: Fit): boolean => precision === 3;

/** The most precise range that covers a type determines its quality. */
function fitOf(type: string, ranges: readonly MediaRange[]): Fit {
  const [family] = type.split('/');
  for (const [at, name] of [type, `${family}/*`, '*/*'].entries()) {
    const qualities = ranges.filter(({ type }) => type === name).map(({ quality }) => quality);
    if (qualities.length > 0) return { quality: Math.max(...qualities), precision: 3 - at };
  }
  return { quality: 0, precision: 0 };
}

/** More than any client needs. */
const MAX_RANGES = 50;

const known = new LRUCache<string, readonly MediaRange[]>({ max: 200 });

/** The media ranges of a header. Parameters other than `q` are ignored, and so is what is not a range. */
function rangesIn(accept: string): readonly MediaRange[] {
  const parsed = known.get(accept);
  if (parsed) return parsed;
  const ranges = accept
    .toLowerCase()
    .split(',', MAX_RANGES)
    .flatMap(item => rangeOf(item) ?? []);
  if (accept.length <= MAX_KNOWN) known.set(accept, ranges);
  return ranges;
}

/** Characters of a header that is worth remembering. */
const MAX_KNOWN = 300;

function rangeOf(item: string): MediaRange | undefined {
  const [name = '', ...parameters] = item.split(';').map(part => part.trim());
  // Old clients of Java send a bare asterisk.
  const type = name === '*' ? '*/*' : name;
  if (!/^(?:\*\/\*|[\w!#$&^.+-]+\/(?:\*|[\w!#$&^.+-]+))$/.test(type)) return undefined;
  const q = parameters.find(parameter => /^q\s*=/.test(parameter));
  return { type, quality: q === undefined ? 1 : qualityOf(q.slice(q.indexOf('=') + 1).trim()) };
}

/** A malformed quality counts as 1: the client has named the type. */
const qualityOf = (text: string): number => (/^(?:0(?:\.\d*)?|1(?:\.0*)?)$/.test(text) ? Number(text) : 1);

/** Accept headers that every answer satisfies by JSON, as most clients send them. */
export const acceptsJsonOnly = (accept: string | undefined): boolean =>
  accept === undefined || accept === '*/*' || accept === 'application/json';

/** The most languages that a header is read for; browsers send at most ten. */
const MAX_LANGUAGES = 20;

/**
 * The language that a reader prefers, by an Accept-Language header (RFC 9110, section 12.5.4); undefined if none of
 * those that are offered is named. `fr-CA` asks for French.
 */
export function preferredLanguage(
  accepted: string | undefined,
  offered: readonly Language[] = languages,
): Language | undefined {
  const ranges = (accepted ?? '').split(',', MAX_LANGUAGES).flatMap(range => languageRangeOf(range) ?? []);
  const sorted = ranges.sort((one, other) => other.quality - one.quality);
  return sorted.find(({ language }) => offered.includes(language))?.language;
}

function languageRangeOf(range: string): { language: Language; quality: number } | undefined {
  const [, tag, q = '1'] = /^\s*([a-z]{1,8}(?:-[a-z\d]{1,8})*)\s*(?:;\s*q=([\d.]+))?\s*$/i.exec(range) ?? [];
  const language = tag === undefined ? undefined : languageOf(tag.toLowerCase());
  const quality = Number(q);
  return language && quality > 0 ? { language, quality } : undefined;
}

/** The language of a tag, or of its first subtags. */
const languageOf = (tag: string): Language | undefined =>
  languages.find(language => tag === language.toLowerCase() || tag.startsWith(`${language.toLowerCase()}-`));
