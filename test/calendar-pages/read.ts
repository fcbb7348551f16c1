import { DomUtils, parseDocument } from 'htmlparser2';
import { get } from '../get.ts';

const { findAll, findOne, getAttributeValue, textContent } = DomUtils;
type Element = ReturnType<typeof findAll>[number];

/** What a page of a calendar shows of a day. */
export interface ShownDay {
  readonly titles: readonly string[];
  /** How many more the page says there are. */
  readonly more: number;
  /** Where those are. */
  readonly moreAt: string | undefined;
  readonly isToday: boolean;
}

/** A bar across the days of a week; its first day counts from 1. */
interface Bar {
  readonly said: string;
  readonly first: number;
  readonly days: number;
  /** Whether the event neither begins before it nor goes on after it. */
  readonly isWhole: boolean;
}

export interface CalendarPage {
  readonly status: number;
  readonly text: string;
  readonly heading: string;
  readonly days: ReadonlyMap<string, ShownDay>;
  readonly bars: readonly Bar[];
  /** The titles of events that run for long. */
  readonly running: readonly string[];
  readonly hasMoreRunning: boolean;
  /** The addresses of all links. */
  readonly links: readonly { readonly href: string; readonly rel: string; readonly text: string }[];
  readonly robots: string | undefined;
  readonly canonical: string | undefined;
}

const hasClass = (name: string) => (element: Element) =>
  (getAttributeValue(element, 'class') ?? '').split(' ').includes(name);
const isNamed = (name: string) => (element: Element) => element.name === name;
const said = (element: Element | null): string =>
  element ? textContent(element).replaceAll(/\s+/g, ' ').trim() : '';

/** Reads a page of a calendar as its reader sees it. */
export async function readCalendar(site: string, path: string): Promise<CalendarPage> {
  const { status, body } = await get(site, path, { accept: 'text/html' });
  const text = body.toString();
  const { children } = parseDocument(text);
  const all = (test: (element: Element) => boolean) => findAll(test, children);
  const cells = all(isNamed('td'));
  const days = cells.flatMap(cell => {
    const time = findOne(isNamed('time'), [cell]);
    return time ? [[getAttributeValue(time, 'datetime')!, dayOf(cell)] as const] : [];
  });
  const band = all(hasClass('running'))[0];
  const items = band ? findAll(isNamed('li'), [band]) : [];
  const events = items.filter(item => findOne(hasClass('running-when'), [item]));
  const meta = all(element => element.name === 'meta' && getAttributeValue(element, 'name') === 'robots')[0];
  const canonical = all(element => getAttributeValue(element, 'rel') === 'canonical')[0];
  return {
    ...{ status, text, heading: said(all(isNamed('h1'))[0] ?? null), days: new Map(days) },
    bars: all(hasClass('lane')).flatMap(barsOf),
    running: events.map(item => said(findOne(isNamed('span'), [item]))),
    hasMoreRunning: events.length < items.length,
    links: all(isNamed('a')).map(link => ({
      ...{
        href: getAttributeValue(link, 'href')!,
        rel: getAttributeValue(link, 'rel') ?? '',
        text: said(link),
      },
    })),
    robots: meta && getAttributeValue(meta, 'content'),
    canonical: canonical && getAttributeValue(canonical, 'href'),
  };
}

function dayOf(cell: Element): ShownDay {
  const more = findOne(hasClass('entry-more'), [cell]);
  const link = more && findOne(isNamed('a'), [more]);
  return {
    titles: findAll(hasClass('entry-title'), [cell]).map(said),
    more: more ? Number(/\d+/.exec(said(more))![0]) : 0,
    moreAt: link ? getAttributeValue(link, 'href') : undefined,
    isToday: getAttributeValue(cell, 'aria-current') === 'date',
  };
}

/** The bars of a row, each after the columns before it. */
function barsOf(row: Element): Bar[] {
  let column = 1;
  return findAll(isNamed('td'), [row]).flatMap(cell => {
    const [first, days] = [column, Number(getAttributeValue(cell, 'colspan'))];
    column += days;
    const isWhole = !hasClass('has-begun')(cell) && !hasClass('goes-on')(cell);
    return hasClass('bar')(cell) ? { said: said(cell), first, days, isWhole } : [];
  });
}
