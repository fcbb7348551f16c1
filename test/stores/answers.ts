import { createHash } from 'node:crypto';
import type { Account } from '../account.ts';
import { type Body, caller, type Reply } from '../client.ts';
import { EVENT_PASSWORD } from './content/writer.ts';

/** What the interface answers about a store: by request, with the account that sends it. */
export type Answers = Record<string, Answer>;

interface Answer {
  status: number;
  type: string | null;
  /** Where a redirect leads. */
  location?: string;
  /** JSON as it is, other text by line, pictures as a digest. */
  body: unknown;
}

type Readers = Readonly<Record<string, Account>>;

/**
 * Asks for every list, every record and every format.
 * @param site where the service listens
 * @param readers the accounts of the store, by login
 */
export async function askAll(site: string, readers: Readers): Promise<Answers> {
  const call = caller(site);
  const answers: Answers = {};
  const ask = async (path: string, login = ''): Promise<Body> => {
    const reply = await call(`GET ${path}`, { as: readers[login] });
    answers[`GET ${path}${login && ` as ${login}`}`] = answerOf(reply);
    return reply.body;
  };
  await askLists(ask);
  await askRecords(ask);
  await askEditors(ask);
  return answers;
}

type Ask = (path: string, login?: string) => Promise<Body>;

const API = '/cal/events/v1';
/** Wide enough for every date of the store. */
const WINDOW = 'start_date=2026-01-01&end_date=2040-01-01&per_page=50';
const ALL = `${API}/events?${WINDOW}`;
const FORMATS = ['ics', 'rss', 'atom', 'json', 'jsonld', 'csv'];

async function askLists(ask: Ask): Promise<void> {
  for (const list of [
    ...[ALL, `/fr${ALL}&_fields=events.id,events.title,events.url,events.languages,events.venue.venue`],
    ...[
      `${ALL}&facets=day,city,categories,language&_fields=facets`,
      `${ALL}&password=${EVENT_PASSWORD}&search=porta`,
    ],
    ...[
      ...['hide_subsequent_recurrences=true', 'featured=true', 'search=jazz', 'has_language=fr'],
      ...['categories=musica', 'event_status=canceled', 'is_virtual=true', 'cost=free', 'orderby=title'],
    ].map(filter => `${ALL}&${filter}&_fields=total,events.id`),
    `${API}/events?start_date=2031-05-16&end_date=2031-05-28&per_page=50&_fields=total,events.id`,
    ...['venues', 'organizers', 'categories', 'tags'].map(list => `${API}/${list}?per_page=50`),
  ])
    await ask(list);
  for (const format of FORMATS) await ask(`/events.${format}?${WINDOW}`);
  for (const page of [
    '/events/month/2031-05/',
    '/event/nit-de-jazz/',
    '/event/coral/',
    '/fr/event/concert-de-noel/',
  ])
    await ask(page);
  for (const address of ['/event/nom-antic/', '/actes/sardanes/', '/sitemap.xml']) await ask(address);
}

/** Asks for each record that an editor finds, as the public and as the editor; for its history as well. */
async function askRecords(ask: Ask): Promise<void> {
  for (const kind of ['events', 'venues', 'organizers', 'categories', 'tags'] as const) {
    const inEveryState = kind === 'categories' || kind === 'tags' ? '' : `&status=${STATES}`;
    const window = kind === 'events' ? `${WINDOW}&hide_subsequent_recurrences=true` : 'per_page=50';
    const list = await ask(`${API}/${kind}?${window}${inEveryState}&_fields=${kind}.id`, 'editor');
    for (const { id } of list[kind]) {
      const { image } = await ask(`${API}/${kind}/${id}`);
      if (image?.url) await ask(pathOf(image.url));
      await ask(`${API}/${kind}/${id}?context=edit`, 'editor');
      const { versions } = (await ask(`/cal/history/v1/${kind}/${id}`, 'editor')) as Body & {
        versions: Body[];
      };
      for (const { rest_url } of versions) if (rest_url) await ask(pathOf(rest_url), 'editor');
    }
  }
}

const STATES = 'publish,future,draft,pending,private';

async function askEditors(ask: Ask): Promise<void> {
  const { trash } = (await ask('/cal/trash/v1?per_page=50', 'editor')) as Body & { trash: Body[] };
  for (const { rest_url } of trash) await ask(pathOf(rest_url), 'editor');
  for (const login of ['author', 'contributor', 'subscriber'])
    await ask(`${ALL}&status=draft,pending`, login);
}

const pathOf = (address: string) => address.replace(/^https:\/\/[^/]+/, '');

function answerOf({ status, headers, text }: Reply): Answer {
  const type = headers.get('content-type');
  const location = headers.get('location');
  return { status, type, ...(location && { location }), body: bodyOf(type ?? '', text) };
}

function bodyOf(type: string, text: string): unknown {
  if (/json/.test(type)) return JSON.parse(text);
  if (/html/.test(type)) return structuredDataIn(text);
  if (/^image/.test(type)) return createHash('sha256').update(text).digest('hex');
  return text.split(/\r?\n/);
}

/** The JSON-LD of a page. */
const structuredDataIn = (html: string): unknown[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json]) =>
    JSON.parse(json!),
  );
