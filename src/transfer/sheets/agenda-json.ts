import type { Language } from '../../i18n/language.ts';
import { objects, textOf } from '../../intake/reading/values.ts';
import { because } from '../../intake/reason.ts';
import { SourceError } from '../../intake/source-item.ts';
import { isObject, type JsonObject, parsedJson } from '../../lib/objects.ts';
import { asHtml } from '../calendar/event-members.ts';
import type { Sheet, SheetRow } from './sheet.ts';

/** Whether a text begins as an answer or an export of OpenAgenda does. */
export const isAgenda = (start: string): boolean =>
  /^[\s\uFEFF]*\{/.test(start) && /"timings"\s*:\s*\[\s*\{\s*"(?:begin|start)"/.test(start);

const HEADINGS =
  'uid|title|timings|longdescription|excerpt|language|keywords|image|canonicalurl|registration|onlineaccesslink|price|status|event status|availability|timezone|location_name|location_address|location_postalcode|location_city|region|country|venue geo lat|venue geo lng|venue phone|venue website'.split(
    '|',
  );
const STATES: Readonly<Record<string, string>> = { 4: 'postponed', 6: 'canceled' };

/**
 * The events of OpenAgenda as a table, with texts in several languages as translations.
 * @param preferred the language of the record's own texts, if it has that
 * @throws SourceError
 */
export function readAgenda(file: Buffer, preferred: Language): Sheet {
  const answer = parsedJson(file.toString('utf8').trim());
  if (!isObject(answer)) throw new SourceError(because('broken_json'));
  const events = objects(answer.events);
  const count = Math.ceil(Number(answer.total) / events.length) || 1;
  const rows = events.map((event, at): SheetRow => ({ number: at + 2, ...rowOf(event, preferred) }));
  return {
    ...{ name: '', rows: [{ number: 1, cells: HEADINGS }, ...rows], isCut: false },
    notes: count > 1 ? [because('one_of_pages', { count })] : [],
  };
}

function rowOf(event: JsonObject, preferred: Language): Pick<SheetRow, 'cells' | 'translations'> {
  const codes = isObject(event.title) ? Object.keys(event.title) : [];
  const own = codes.includes(preferred) || codes.length === 0 ? preferred : codes[0]!;
  const texts = (language: string) => ({
    title: textIn(event.title, language),
    description: asHtml(
      textIn(event.html, language) || fromMarkdown(textIn(event.longDescription, language)),
    ),
    excerpt: textIn(event.description, language),
  });
  const { title, description, excerpt } = texts(own);
  const place = isObject(event.location) ? event.location : {};
  const timings = objects(event.timings).map(({ begin, start, end }) => ({ begin: begin ?? start, end }));
  const link = objects(event.registration).find(({ type }) => type === 'link')?.value;
  const cells = [
    ...[event.uid, title, JSON.stringify(timings), description || excerpt, description && excerpt],
    ...[codes.length > 0 && own, textIn(event.keywords, own), pictureOf(event), event.canonicalUrl],
    ...[link ?? event.registrationUrl, event.onlineAccessLink, textIn(event.conditions, own)],
    ...[Number(event.state ?? 2) === 2 ? '' : 'draft', STATES[textOf(event.status)]],
    ...[textOf(event.status) === '5' && 'SoldOut', event.timezone ?? place.timezone],
    ...[place.name, place.address, place.postalCode, place.city, place.region, place.countryCode],
    ...[place.latitude, place.longitude, place.phone, place.website],
  ].map(textOf);
  const others = codes.filter(code => code !== own);
  const translations = Object.fromEntries(others.map(code => [code, texts(code)]));
  return { cells, ...(others.length > 0 && { translations }) };
}

/** A text in a language, of all of which there may be only one. */
function textIn(value: unknown, language: string): string {
  const text = isObject(value) ? value[language] : value;
  return Array.isArray(text) ? text.map(textOf).join(', ') : textOf(text);
}

function pictureOf({ image }: JsonObject): string {
  if (!isObject(image)) return textOf(image);
  const full = objects(image.variants).find(({ type }) => type === 'full');
  return `${textOf(image.base)}${textOf(full?.filename ?? image.filename)}`;
}

/** Strong, slanted, links and headings, which people use there. */
const fromMarkdown = (text: string): string =>
  text
    .replace(/\*\*([^*\n]{1,2000})\*\*/g, '<strong>$1</strong>')
    .replace(/(?<![*\w])[*_]([^*_\n]{1,2000})[*_](?![*\w])/g, '<em>$1</em>')
    .replace(/\[([^[\]\n]{1,500})\]\((https?:[^\s()<>"]{1,2000})\)/g, '<a href="$2">$1</a>')
    .replace(/^#{1,6} (.{1,500})$/gm, '<h3>$1</h3>');
