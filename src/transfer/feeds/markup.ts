import type { Handler } from 'htmlparser2';
import { because, type Reason } from '../../intake/reason.ts';
import { isObject, type JsonObject } from '../../lib/objects.ts';
import { yieldIfDue } from '../../lib/pacer.ts';
import { parseInSlices } from './feed.ts';

/** What a page says to programs. */
export interface Markup {
  links: Record<string, string>[];
  metas: Record<string, string>[];
  /** Its events in the vocabulary of schema.org. */
  events: JsonObject[];
  /** What its nodes say of themselves, by `@id`. */
  nodes: Map<string, JsonObject>;
  /** What could not be read. */
  problems: Reason[];
}

const MAX_LINKS = 1000;
const MAX_PAGE = 10_000_000;
/** Characters of structured data that are read at once. */
const MAX_DATA = 500_000;

/**
 * The links, names and structured data of a page.
 * @throws SourceError if it cannot be read
 */
export async function readMarkup(html: string): Promise<Markup> {
  const markup: Markup = { links: [], metas: [], events: [], nodes: new Map(), problems: [] };
  const scripts: string[] = [];
  let isData = false;
  const handler: Partial<Handler> = {
    onopentag(name, attributes) {
      if (name === 'link' && markup.links.length < MAX_LINKS) markup.links.push(attributes);
      if (name === 'meta' && markup.metas.length < MAX_LINKS) markup.metas.push(attributes);
      isData = name === 'script' && /^\s*application\/ld\+json\b/i.test(attributes.type ?? '');
      if (isData) scripts.push('');
    },
    ontext(text) {
      if (isData) scripts[scripts.length - 1] += text;
    },
    onclosetag() {
      isData = false;
    },
  };
  await parseInSlices(html.slice(0, MAX_PAGE), handler, { maxDepth: 1000 });
  for (const script of scripts) {
    readData(script, markup);
    await yieldIfDue();
  }
  return markup;
}

function readData(script: string, { events, nodes, problems }: Markup): void {
  if (script.length > MAX_DATA || /(?:\[\s*){100}/.test(script)) {
    problems.push(because('deep_data'));
    return;
  }
  try {
    // Many sites write line ends within texts.
    for (const node of nodesIn(JSON.parse(script.replace(/\p{Cc}+/gu, ' ')))) {
      if (typesOf(node).some(type => EVENT.test(type))) events.push(node);
      for (const one of [node, node.location, node.organizer].flat()) if (isObject(one)) keep(one, nodes);
    }
  } catch {
    problems.push(because('data_no_json', { text: script.trim().slice(0, 60) }));
  }
}

/** Keeps what says most of a node. */
function keep(node: JsonObject, nodes: Map<string, JsonObject>): void {
  const { '@id': id } = node;
  if (typeof id === 'string' && Object.keys(node).length > Object.keys(nodes.get(id) ?? {}).length)
    nodes.set(id, node);
}

/** Where sites put events: in lists, in graphs, and as what a page or a place is about. */
const WITHIN = ['@graph', 'itemListElement', 'item', 'mainEntity', 'event', 'events'];
const MAX_LEVELS = 10;

function* nodesIn(value: unknown, level = 0): Generator<JsonObject> {
  if (level > MAX_LEVELS) return;
  if (Array.isArray(value)) for (const one of value) yield* nodesIn(one, level + 1);
  if (!isObject(value)) return;
  yield value;
  for (const name of WITHIN) yield* nodesIn(value[name], level + 1);
}

/** The types of a node, without the address of schema.org. */
export const typesOf = ({ '@type': type }: JsonObject): string[] =>
  [type]
    .flat()
    .map(one => (typeof one === 'string' ? one.replace(/^(?:https?:\/\/schema\.org\/|schema:)/, '') : ''));

/** Event and its subtypes in schema.org. */
const EVENT = /^(?:\w{0,40}Event|EventSeries|Festival|Hackathon|CourseInstance)$/;
