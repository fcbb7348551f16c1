import { readConfig } from '../../src/config.ts';
import type { Db } from '../../src/db/tables.ts';
import { insertEvents, searchText } from '../../src/events/store.ts';
import { eventTimes } from '../../src/events/times.ts';
import { MAX_TEXT } from '../../src/limits.ts';
import { storedColumns, type Translation } from '../../src/records/translations/stored.ts';
import { type Candidate, filled } from './candidate.ts';
import { inLanguages, OTHERS, OWN } from './languages.ts';
import { creates, DATES, jsonBody, largest } from './writes.ts';

/** Events on a page. */
const PAGE = 50;
const DAY = '2041-05-06';

/**
 * Writes a page of events with the longest texts in all languages; returns their ids.
 * @param more the links of the last of them
 */
export async function plantTranslated(
  db: Db,
  author: number,
  links: object,
  more: object,
): Promise<number[]> {
  const config = readConfig({ TIME_ZONE: 'Europe/Madrid' });
  const viewer = { id: author, login: 'author', role: 'author' as const };
  const context = { viewer, config, now: Math.floor(Date.now() / 1000) };
  const times = eventTimes({ start_date: `${DAY} 10:00`, end_date: `${DAY} 12:00` }, undefined, context);
  if ('refused' in times) throw new Error('a planted event takes place');
  const own = { title: 'Translated', description: longest('en'), excerpt: '' };
  const translated = OTHERS.map(
    language => [language, { isDraft: false, texts: textsIn(language) }] as const,
  );
  const languageState = {
    language: OWN,
    ...storedColumns(new Map<(typeof OTHERS)[number], Translation>(translated)),
  };
  // Converting these texts takes long.
  const search_text = searchText({ ...own, translations: languageState.translations });
  const patch = { ...own, times, search_text, languageState, status: 'publish' as const, ...links };
  const ids: number[] = [];
  for (let at = 0; at < PAGE; at++)
    ids.push(
      ...(await insertEvents(
        db,
        [{ patch: { ...patch, title: `Translated ${at}`, ...(at === PAGE - 1 && more) } }],
        context,
      )),
    );
  return ids;
}

const longest = (language: string) => `<p>${filled(`festa ${language} a la fresca `, MAX_TEXT - 10)}</p>`;
const textsIn = (language: string) => ({
  title: `Traduït ${language}`,
  description: longest(language),
});

/** Requests about events with the longest texts in all languages. */
export function* translatedCandidates(): Generator<Candidate> {
  const lists = `events?start_date=${DAY}&end_date=${DAY}&per_page=${PAGE}`;
  for (const language of ['', '&i18n_language=fr', '&context=edit', '&_fields=events.title&i18n_language=fr'])
    yield candidate('GET', `a list, ${language}`, () => `cal/events/v1/${lists}${language}`);
  for (const filter of [
    'search=festa',
    'has_language=fr',
    'missing_language=es',
    'orderby=title',
    'orderby=relevance&search=fresca',
  ])
    yield candidate('GET', filter, () => `cal/events/v1/${lists}&i18n_language=fr&${filter}`);
  for (const format of ['csv', 'ics', 'rss', 'atom', 'json', 'jsonld'])
    yield candidate(
      'GET',
      format,
      () => `fr/events.${format}?start_date=${DAY}&end_date=${DAY}&languages=ca,en,es,fr`,
    );
  for (const query of ['', '?i18n_language=fr', '?context=edit'])
    yield candidate('GET', `one, ${query}`, id => `cal/events/v1/events/${id}${query}`);
  for (const name of ['venue', 'organizer'])
    for (const piece of ['a ', '<i>b</i> c ', 'é &amp; '])
      yield candidate(
        'POST',
        `with many a ${name} of ${piece}`,
        () => 'cal/events/v1/events',
        () => withMany(name, piece),
      );
  const changes: [string, object][] = [
    ['a title', { title: 'Changed' }],
    ['a translated title', { translations: { fr: { title: 'Changé' } } }],
    ['translated texts', { translations: inLanguages({ description: longest('x') }) }],
    ['drafts', { translations: { fr: { status: 'draft' } } }],
    ['no translation', { translations: { fr: null } }],
  ];
  for (const [about, json] of changes)
    yield candidate(
      'PATCH',
      about,
      id => `cal/events/v1/events/${id}`,
      () => json,
    );
  yield candidate('GET', 'history', id => `cal/history/v1/events/${id}`);
  yield candidate('DELETE', 'one', id => `cal/events/v1/events/${id}`);
}

/** An event with as many venues or organizers as it may have, whose texts are long in all languages. */
function withMany(name: string, piece: string): object {
  const create = creates().find(({ path }) => path.endsWith('/events'))!;
  const records = largest(name, create.arguments[name]!, piece, true) as Record<string, string>[];
  const some = records.map(record => ({ ...record, [name]: `${asked++} ${record[name]}`.slice(0, 5000) }));
  return { title: 'Many', ...DATES, [name]: some };
}

const candidate = (
  method: string,
  about: string,
  pathOf: (id: number) => string,
  jsonOf?: () => object,
): Candidate => ({
  ...{ operation: `${method} translated events`, method, as: 'editor', about, parts: [] },
  make({ translated }, attempt) {
    const path = pathOf(translated[attempt % translated.length]!);
    const nonce = `${path.includes('?') ? '&' : '?'}nonce=${process.pid}-${asked++}`;
    return { path: `/${path}${nonce}`, ...(jsonOf && jsonBody(jsonOf())) };
  },
});

/** Makes each address another one. */
let asked = 0;
