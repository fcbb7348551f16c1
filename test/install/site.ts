import assert from 'node:assert/strict';
import { ask, type Seen, startReader } from './client.ts';
import { type Inside, until } from './namespaces.ts';

/** A service on the network of a root, and what somebody wants of it. */
export interface Site {
  readonly inside: Inside;
  /** `http://127.0.0.1:3000` */
  readonly origin: string;
}

export const eventsOf = ({ origin }: Site): string => `${origin}/cal/events/v1/events`;

/** Resolves once the service answers. */
export const firstAnswer = (site: Site) =>
  until('the first answer', async () => {
    const { status } = await ask(site.inside, { url: eventsOf(site) });
    return status === 200 || undefined;
  });

/** The password that the last of these starts has printed. */
export function passwordIn(output: string): string {
  const [, password] = [...output.matchAll(/application password\s+(\S+)/g)].at(-1) ?? [];
  assert.ok(password, output);
  return password;
}

/** Creates an event by a signed request; resolves to its id. */
export async function createEvent(site: Site, password: string): Promise<number> {
  const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
  const made = await ask(site.inside, {
    ...{ url: eventsOf(site), method: 'POST' },
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Nit de jazz', start_date: 'tomorrow 21:00', end_date: 'tomorrow 23:00' }),
  });
  assert.equal(made.status, 201, made.body);
  return JSON.parse(made.body).id;
}

/** Asserts that an event is there, and that pages are in Catalan. */
export async function assertKept(site: Site, id: number): Promise<void> {
  const { status, body } = await ask(site.inside, { url: `${eventsOf(site)}/${id}` });
  assert.equal(status, 200, body);
  const page = await ask(site.inside, { url: `${site.origin}/`, headers: { accept: 'text/html' } });
  assert.match(page.body, /<html[^>]* lang="ca"/);
}

/** What a reader sees while something is done, and until the service answers afterwards. */
export async function whileReading(site: Site, id: number, work: () => Promise<unknown>): Promise<Seen> {
  const events = eventsOf(site);
  const reader = startReader(site.inside, [events, `${events}/${id}`, `${site.origin}/`]);
  await reader.began;
  await work();
  await firstAnswer(site);
  return reader.end();
}

export const secondsSince = (began: number): number => (performance.now() - began) / 1000;
