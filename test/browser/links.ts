import { Parser } from 'htmlparser2';
import { exchange } from '../get.ts';

/** What is known of an address after it was asked for. */
interface Answer {
  /** '' if nothing is wrong. */
  problem: string;
  /** Where redirects led to. */
  path: string;
  links: string[];
  ids: Set<string>;
  html: string;
}

export interface Crawled {
  /** The paths of all HTML pages that were read. */
  pages: string[];
  /** `LINK: why`, each with the pages that have it. */
  broken: Map<string, string[]>;
  /** Addresses of other sites. */
  outside: string[];
}

interface Bounds {
  /** Whether the links of this page are followed. */
  follows?: (path: string) => boolean;
  /** Whether a link to this address is asked for. */
  asks?: (path: string) => boolean;
  /** Pages after which a crawl fails. */
  most?: number;
  /** Gets each page. */
  see?: (path: string, html: string) => void;
}

/** Attributes that hold addresses, and those that hold several, each with a size. */
const ADDRESSES = ['href', 'src', 'action', 'poster', 'data'];
const SETS = ['srcset', 'imagesrcset'];

/** Follows all links of all pages of a site, from these paths on. */
export async function crawl(
  site: string,
  starts: string[],
  { follows = () => true, asks = () => true, most = 500, see = () => {} }: Bounds = {},
) {
  const answers = new Map<string, Answer>();
  const found: Crawled = { pages: [], broken: new Map(), outside: [] };
  const waiting = [...starts];
  const chosen = new Map<string, boolean>();
  const isChosen = (path: string): boolean => chosen.getOrInsertComputed(path, asks);
  const answerOf = async (path: string): Promise<Answer> => {
    const known = answers.get(path);
    if (known) return known;
    const answer = await ask(site, path);
    answers.set(path, answer);
    if (answer.ids.size > 0 && follows(answer.path)) waiting.push(path);
    return answer;
  };
  for (let path = waiting.shift(), read = new Set<string>(); path !== undefined; path = waiting.shift()) {
    const { path: page, links, problem, html } = await answerOf(path);
    if (problem) add(found, 'start', `${path}: ${problem}`);
    if (read.has(page)) continue;
    read.add(page);
    found.pages.push(page);
    see(page, html);
    if (found.pages.length > most)
      throw new Error(`There are more than ${most} pages: ${found.pages.slice(-5)}`);
    for (const link of new Set(links)) await check(site, page, link, isChosen, answerOf, found);
  }
  return { ...found, outside: [...new Set(found.outside)] };
}

async function check(
  site: string,
  page: string,
  link: string,
  isChosen: (path: string) => boolean,
  answerOf: (path: string) => Promise<Answer>,
  found: Crawled,
): Promise<void> {
  if (!URL.canParse(link, site + page)) return add(found, page, `${link}: no address`);
  const url = new URL(link.replace(/^webcal:/, 'http:'), site + page);
  if (!/^https?:$/.test(url.protocol)) return;
  if (url.origin !== site) return void found.outside.push(url.href);
  const path = url.pathname + url.search;
  if (!isChosen(path)) return;
  const { problem, ids } = await answerOf(path);
  const fragment = decodeURIComponent(url.hash.slice(1));
  const isMissing = fragment !== '' && ids.size > 0 && !ids.has(fragment);
  const why = problem || (isMissing ? 'nothing has this id' : '');
  if (why) add(found, page, `${url.pathname}${url.search}${url.hash}: ${why}`);
}

function add({ broken }: Crawled, page: string, what: string): void {
  broken.set(what, [...(broken.get(what) ?? []), page]);
}

/** Redirects that a browser follows are more, but nobody needs them. */
const MOST_REDIRECTS = 5;

async function ask(site: string, start: string): Promise<Answer> {
  const none = { links: [], ids: new Set<string>(), html: '' };
  for (let path = start, hops = 0; hops <= MOST_REDIRECTS; hops++) {
    const { status, headers, body } = await exchange(site, {
      path,
      headers: { accept: 'text/html,*/*;q=0.8' },
    });
    if (status >= 400) return { ...none, path, problem: String(status) };
    if (status < 300) {
      const isPage = String(headers['content-type']).startsWith('text/html');
      return { ...none, ...(isPage ? contentOf(body.toString()) : {}), path, problem: '' };
    }
    const target = new URL(headers.location ?? '', site + path);
    if (target.origin !== site) return { ...none, path, problem: `leads to ${target.href}` };
    path = target.pathname + target.search;
  }
  return { ...none, path: start, problem: `more than ${MOST_REDIRECTS} redirects` };
}

/** The addresses and ids in a page; `''` is an id that every page has, its beginning. */
function contentOf(html: string): Pick<Answer, 'links' | 'ids' | 'html'> {
  const [links, ids] = [[] as string[], new Set(['', 'top'])];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (attributes.id) ids.add(attributes.id);
      // A form with POST, and what only tells the origin of a server, are no links.
      if (attributes.method?.toLowerCase() === 'post' || /preconnect|dns-prefetch/.test(attributes.rel ?? ''))
        return;
      for (const attribute of ADDRESSES)
        if (attributes[attribute] !== undefined) links.push(attributes[attribute]);
      for (const set of SETS)
        links.push(
          ...(attributes[set] ?? '')
            .split(/,\s+/)
            .map(part => part.trim().split(' ')[0]!)
            .filter(Boolean),
        );
      if (name === 'base' && attributes.href !== undefined)
        throw new Error('A page has its links resolved elsewhere.');
    },
  });
  parser.end(html);
  return { links, ids, html };
}
