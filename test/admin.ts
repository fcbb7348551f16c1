import type { Role } from '../src/db/tables.ts';
import { epochSeconds } from '../src/lib/time/clock.ts';
import { openSession } from '../src/users/sessions.ts';
import { type Outgoing, sendPlainly } from './client.ts';
import type { Service } from './service.ts';

/** A browser at the administration, without scripts: it keeps its session, and its forms come from the site. */
export interface Desk {
  /** GETs a page below `/admin`; redirects are not followed. */
  open(path: string, headers?: Record<string, string>): Promise<Page>;
  /** POSTs a form of values or of parts. */
  send(path: string, values?: Values | FormData, headers?: Record<string, string>): Promise<Page>;
  readonly token: string;
}

type Values = Readonly<Record<string, string | readonly string[]>>;

export interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Where it leads. */
  readonly to: string | undefined;
}

/** Seconds after which a session is made a new one again: what changes accounts wants to know who has just signed in. */
const OLD = 300;

/** Signs an account of a role in, as its form does. Its session stays new while tests wait for their turn. */
export async function signedIn({ site, db, accounts }: Service, role: Role): Promise<Desk> {
  const { id: user } = accounts[role];
  let began = epochSeconds();
  const token = await openSession(db, { user, role, now: began, from: '127.0.0.1', device: 'test' });
  return deskOf(site, token, async () => {
    const now = epochSeconds();
    if (now < began + OLD) return;
    const sessions = db.updateTable('sessions').set({ created_at: now }).where('user_id', '=', user);
    await sessions.where('created_at', '=', began).execute();
    began = now;
  });
}

/** @param before what happens before each request */
export function deskOf(site: string, token: string, before?: () => Promise<void>): Desk {
  const cookie = `__Host-almanac=${token}`;
  const ask = async (path: string, request: Outgoing): Promise<Page> => {
    await before?.();
    const { status, headers, text } = await sendPlainly(`${site}/admin${path}`, request);
    return { status, headers, text, to: headers.get('location') ?? undefined };
  };
  return {
    token,
    open: (path, headers) => ask(path, { headers: { cookie, ...headers } }),
    send: (path, values = {}, headers) => {
      const isOfParts = values instanceof FormData;
      const body = isOfParts ? values : String(new URLSearchParams(pairsOf(values)));
      return ask(path, {
        ...{ method: 'POST', body },
        headers: { cookie, origin: site, ...(isOfParts ? {} : TYPED), ...headers },
      });
    },
  };
}

const TYPED = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' };

const pairsOf = (values: Values): string[][] =>
  Object.entries(values).flatMap(([name, value]) => [value].flat().map(one => [name, one]));

/** The fields of a page's form as a browser without scripts sends them. */
export function fieldsOf({ text }: Pick<Page, 'text'>): Record<string, string> {
  const decode = (value: string) => value.replace(/&(?:amp|lt|gt|quot|#39);/g, entity => ENTITIES[entity]!);
  const main = text.slice(text.indexOf('<main'));
  const form = /<form (?:class="work" )?method="post"(?! action="[^"]*trash)[\s\S]*?<\/form>/.exec(main)![0];
  const fields: Record<string, string> = {};
  for (const [input] of form.matchAll(/<input [^>]*>/g)) {
    const get = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1];
    const isChoice = /type="(?:radio|checkbox)"/.test(input);
    if (get('type') === 'file' || (isChoice && !/ checked/.test(input))) continue;
    const name = get('name');
    const value = decode(get('value') ?? '');
    if (name) fields[name] = get('type') === 'hidden' ? value : value.replaceAll('\n', '');
  }
  for (const [, name, value] of form.matchAll(/<textarea [^>]*name="([^"]+)"[^>]*>([\s\S]*?)<\/textarea>/g))
    fields[name!] = decode(value!);
  return fields;
}

const ENTITIES: Record<string, string> = {
  ...{ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" },
};
