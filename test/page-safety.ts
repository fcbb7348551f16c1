import { isHarmlessAddress } from './injection/markup.ts';

// What is wrong with a page, whatever texts it shows. It is read more strictly than browsers do: pages are written by
// templates, which quote all values, and close all elements.

const TOKEN =
  /<!doctype html>|<(?<end>\/?)(?<name>[a-z][a-z\d-]*)(?<attributes>(?:\s+[a-zA-Z][\w:.-]*(?:="[^"<]*")?)*)\s*\/?>|[^<]+/giy;
const ATTRIBUTE = /([a-zA-Z][\w:.-]*)(?:="([^"]*)")?/g;

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
/** Elements of which pages have none. */
const FOREIGN = new Set('applet base embed frame frameset iframe math object style template xmp'.split(' '));

/** The problems of a page, at most a few. */
export function pageProblems(html: string): string[] {
  const problems: string[] = [];
  const open: string[] = [];
  const [, origin] = /<meta name="tec-api-origin" content="(https?:\/\/[^"/]+)/.exec(html) ?? [];
  if (!/^<!doctype html>/i.test(html)) problems.push(`begins with ${html.slice(0, 40)}`);
  TOKEN.lastIndex = 0;
  for (let at = 0; at < html.length && problems.length < 5; at = TOKEN.lastIndex) {
    const found = TOKEN.exec(html);
    if (!found) {
      problems.push(`no markup: ${html.slice(at, at + 80)}`);
      break;
    }
    const { end, name, attributes } = found.groups!;
    if (name === undefined) continue;
    if (end) {
      const last = open.pop();
      if (last !== name) problems.push(`</${name}> ends <${last}>: ${html.slice(at - 80, at + 20)}`);
    } else {
      problems.push(...elementProblems(name, attributes!, origin));
      if (name === 'script') TOKEN.lastIndex = endOfScript(html, TOKEN.lastIndex, problems);
      if (!VOID.has(name) && !found[0].endsWith('/>')) open.push(name);
    }
  }
  if (open.length > 0) problems.push(`does not end <${open.join('> <')}>`);
  for (const [name, part] of [
    ['title', html.split('</head>', 1)[0]!],
    ['h1', html],
    ['main', html],
  ] as const) {
    const { length } = part.match(new RegExp(`<${name}[\\s>]`, 'g')) ?? [];
    if (length !== 1) problems.push(`${length} of <${name}>`);
  }
  return problems;
}

/** Where the content of a script ends. It must not seem to begin another one, or a comment. */
function endOfScript(html: string, from: number, problems: string[]): number {
  const end = html.indexOf('</script>', from);
  const content = html.slice(from, end);
  if (/<(?=\/?(script|style)|[!?])/i.test(content)) problems.push(`in a script: ${content.slice(0, 200)}`);
  return end;
}

function elementProblems(name: string, attributes: string, origin: string | undefined): string[] {
  const problems: string[] = [];
  const all = new Map<string, string>();
  for (const [, key, value = ''] of attributes.matchAll(ATTRIBUTE)) {
    if (all.has(key!)) problems.push(`<${name}> has two ${key}`);
    all.set(key!.toLowerCase(), value.replaceAll('&amp;', '&'));
  }
  if (FOREIGN.has(name)) problems.push(`<${name}>`);
  for (const [key, value] of all) {
    if (/^on|^style$|^srcdoc$|^ping$|^formaction$|^http-equiv$/.test(key))
      problems.push(`<${name} ${key}="${value}">`);
    if (/^(href|src|poster|cite|action)$/.test(key) && !isHarmless(value))
      problems.push(`<${name} ${key}="${value}">`);
  }
  const loaded = LOADED.get(name) && all.get(LOADED.get(name)!);
  const isOwn = loaded && (OWN.test(loaded) || (origin && loaded.startsWith(`${origin}/`)));
  if (loaded && !isOwn && !isLinkElsewhere(name, all)) problems.push(`<${name}> loads ${loaded}`);
  if (name === 'script' && all.get('type') !== 'application/ld+json' && !all.has('src'))
    problems.push(`<script${attributes}>`);
  return problems;
}

/** The attribute by which an element loads something, or sends it. */
const LOADED: ReadonlyMap<string, string> = new Map(
  Object.entries({ script: 'src', img: 'src', source: 'srcset', link: 'href', form: 'action' }),
);

/** Paths on the service itself. */
const OWN = /^(\/(?!\/)|[?#])/;

/** Links to the same in other languages and formats load nothing. */
const isLinkElsewhere = (name: string, attributes: ReadonlyMap<string, string>): boolean =>
  name === 'link' && /^(alternate|canonical|next|prev)$/.test(attributes.get('rel') ?? '');

/** Pages also lead to calendar programs. */
const isHarmless = (address: string): boolean => isHarmlessAddress(address.replace(/^webcal:/, 'http:'));

/** The structured data of a page. */
export const structuredDataOf = (html: string): unknown[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, text]) =>
    JSON.parse(text!),
  );
