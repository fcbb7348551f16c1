import assert from 'node:assert/strict';
import type { Account } from '../account.ts';
import { type Body, basic, caller } from '../client.ts';
import { get } from '../get.ts';
import { type Attributes, markup } from '../markup.ts';
import type { Service } from '../service.ts';

/** What a browser accepts. */
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

/** A page with a list, as tests ask for it. */
export interface ListPage extends ReturnType<typeof markup> {
  readonly status: number;
  readonly html: string;
  /** The address at which it was found, without the site. */
  readonly path: string;
  /** The addresses of its events, in their order. */
  readonly events: string[];
  /** The values of its filters with their counts, by parameter. */
  readonly choices: Record<string, { value: string; count: number; isChosen: boolean }[]>;
}

export function readerOf({ site, base }: Pick<Service, 'site' | 'base'>, as?: Account) {
  const headers = { ...BROWSER, ...(as && { authorization: basic(as.user, as.app_password) }) };
  const local = (address: string) => address.replace(/^webcal:/, 'http:').replace(site, '');

  /** Opens a page as a browser does: redirections are followed. */
  async function open(address: string): Promise<ListPage> {
    const path = local(address);
    const { status, headers: answered, body } = await get(site, path, headers);
    if (answered.location) return open(answered.location);
    const html = body.toString();
    const page = markup(html);
    const events = page.all('.card-title a').map(({ href = '' }) => href);
    return { ...page, status, html, path, events, choices: choicesIn(page) };
  }

  /** The pages of a list, each found by the link to the next one. */
  async function openAll(address: string): Promise<ListPage[]> {
    const pages = [await open(address)];
    for (;;) {
      const [next] = pages.at(-1)!.all('a[rel=next]');
      if (!next) return pages;
      pages.push(await open(next.href!));
    }
  }

  /** Sends the form of a page with some of its fields changed, as a browser does. */
  function submit(page: ListPage, changes: Record<string, string | string[]>): Promise<ListPage> {
    const sent = new URLSearchParams();
    const boxes = page.all('.filters input');
    for (const field of boxes)
      if (!(field.name! in changes) && isSent(field)) sent.append(field.name!, field.value ?? '');
    for (const [name, values] of Object.entries(changes)) {
      assert.ok(
        boxes.some(field => field.name === name),
        name,
      );
      for (const value of [values].flat()) sent.append(name, value);
    }
    return open(`${page.all('form.filters')[0]!.action}?${sent}`);
  }

  /** All events of a list in JSON. */
  async function json(query: Record<string, string>): Promise<Body[]> {
    const ask = caller(base);
    const all: Body[] = [];
    for (let page = 1; ; page++) {
      const { status, body } = await ask(
        `GET /events?${new URLSearchParams({ ...query, per_page: '50', page: String(page) })}`,
        { as },
      );
      assert.equal(status, 200, JSON.stringify(body));
      all.push(...body.events);
      if (page >= body.total_pages) return all;
    }
  }

  return { open, openAll, submit, json, local };
}

const isSent = ({ type, checked }: Attributes): boolean => type !== 'checkbox' || checked !== undefined;

function choicesIn({ all, texts }: ReturnType<typeof markup>): ListPage['choices'] {
  const counts = texts('.facet .count').map(text => Number(text.replaceAll(/\D/g, '')));
  const boxes = all('.facet input').map((box, at) => ({
    ...{ name: box.name!.replace('[]', ''), value: box.value!, count: counts[at]! },
    isChosen: 'checked' in box,
  }));
  return Object.fromEntries(
    [...Map.groupBy(boxes, ({ name }) => name)].map(([name, all]) => [
      name,
      all.map(({ value, count, isChosen }) => ({ value, count, isChosen })),
    ]),
  );
}
