import { pick, type Random } from '../../bench/random.ts';
import { type Document, type Operation, resolve } from '../document.ts';
import type { Who } from '../properties/asking.ts';
import { V1 } from './around.ts';
import { jsonOf, multipartOf, pairsOf } from './bodies.ts';
import type { Material } from './material.ts';
import { anId, type Drawing, type Named, valueFor } from './plausible.ts';
import type { Body, Request } from './request.ts';
import { COLLECTIONS } from './secrets.ts';
import * as values from './values.ts';

/** Operations by frequency. */
const WEIGHTS: [pattern: RegExp, weight: number][] = [
  // Accounts that change would take the rights of those who ask: test/users.test.ts has them.
  [/User/, 0],
  // They are few, and many requests name them.
  [/^deleteImage/, 1],
  [/^(list(Events|Venues|Organizers)|create)/, 9],
  [/^(list|readEvent)/, 4],
  [/^(read|delete)/, 3],
  [/./, 1],
];

interface Documented {
  document: Document;
  path: string;
  method: string;
  operation: Operation;
}

const known = new WeakMap<readonly Document[], Documented[]>();

/** Every operation of the documents, repeated by frequency. */
function operationsOf(documents: readonly Document[]): Documented[] {
  const found = known.get(documents);
  if (found) return found;
  const all = documents.flatMap(document =>
    // Formats have a server of their own, and addresses that other requests make.
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries('servers' in methods ? {} : methods).flatMap(([method, operation]) => {
        const [, weight] = WEIGHTS.find(([pattern]) => pattern.test(operation.operationId))!;
        return Array<Documented>(weight).fill({ document, path, method: method.toUpperCase(), operation });
      }),
    ),
  );
  known.set(documents, all);
  return all;
}

/** The prefix of a document's paths, if it is not the namespace of the interface. */
function rootOf({ servers }: Document): string {
  const pathname = new URL(servers[0]!.url).pathname.replace(/\/$/, '');
  return pathname === V1 ? '' : pathname;
}

/** A request of a documented operation, more or less as documented. */
export function documented(random: Random, material: Material, who: Who): Request {
  const { document, path, method, operation } = pick(random, operationsOf(material.documents));
  const drawing = { random, material, careful: random() < 0.6 };
  const share = random() ** 2;
  const near = random() < share / 2;
  const parameters = operation.parameters
    .map(parameter => resolve(document, parameter))
    .filter(({ in: place }) => place === 'query')
    // A latitude alone is refused.
    .filter(({ name }) => (/^geoloc_l/.test(name) ? near : isWanted(random, name, share / 2)))
    .map(({ name, schema }) => ({ name, schema, path }));
  const members = membersOf(document, operation)
    .filter(
      ({ name, required }) => (required && drawing.careful) || isWanted(random, name, required ? 0.9 : share),
    )
    .map(({ name, schema }) => ({ name, schema, path }));
  const query = parameters.flatMap(parameter => pairs(drawing, parameter));
  const sent = members.length > 0 ? sentAs(drawing, members) : { query: [] };
  return {
    ...{ who, method, headers: [], path: rootOf(document) + pathOf(drawing, path) },
    ...sent,
    query: [...query, ...(sent.query ?? [])],
  };
}

/** Checking a password takes as long as a hundred other requests. */
const isWanted = (random: Random, name: string, share: number): boolean =>
  random() < (name === 'password' ? 0.01 : share);

/** Parameters of a list of events. */
export function listParameters(drawing: Drawing): string[] {
  const { random, material } = drawing;
  const { document, path, operation } = operationsOf(material.documents).find(
    ({ operation }) => operation.operationId === 'listEvents',
  )!;
  const share = random() ** 2 / 2;
  return operation.parameters
    .map(parameter => resolve(document, parameter))
    .filter(({ in: place, name }) => place === 'query' && isWanted(random, name, share))
    .flatMap(({ name, schema }) => pairs(drawing, { name, schema, path }));
}

function membersOf(document: Document, { requestBody }: Operation) {
  const name = requestBody?.$ref?.split('/').at(-1);
  const schema = name === undefined ? undefined : document.components.schemas[name];
  return Object.entries(schema?.properties ?? {}).map(([name, member]) => ({
    ...{ name, schema: member },
    required: schema?.required?.includes(name) ?? false,
  }));
}

interface Sent {
  body?: Body;
  headers?: Request['headers'];
  query?: string[];
}

/** The members in a random form of body. */
function sentAs(drawing: Drawing, members: readonly Named[]): Sent {
  const way = drawing.random();
  if (way < 0.6)
    return jsonOf(members.map(member => `${JSON.stringify(member.name)}:${json(drawing, member)}`));
  const all = members.flatMap(member => pairs(drawing, member));
  if (way < 0.8) return { body: { open: '', parts: all, separator: '&', close: '' }, headers: [FORM] };
  // A longer address is refused before anything is read.
  const isShort = all.join('&').length < 8000;
  return way >= 0.9 && isShort ? { query: all } : multipartOf(all);
}

const FORM = ['Content-Type', 'application/x-www-form-urlencoded'] as const;

/** The share of unexpected values among those drawn without care. */
const ODD = 0.15;

const json = (drawing: Drawing, named: Named): string =>
  !drawing.careful && drawing.random() < ODD
    ? values.oddJson(drawing.random)
    : JSON.stringify(valueFor(drawing, named));

/** A parameter in the form of a query or form. */
const pairs = (drawing: Drawing, named: Named): string[] =>
  !drawing.careful && drawing.random() < ODD
    ? [values.oddPairs(drawing.random, named.name)]
    : pairsOf(drawing.random, named.name, valueFor(drawing, named));

/** The end of an occurrence's address: its day, and a number on some days. */
const dayFor = ({ random, material: { moment }, careful }: Drawing): string => {
  const tails = moment.slugs.events.flatMap(slug => slug.split('/').slice(1, 2));
  return !careful && random() < ODD
    ? values.encoded(values.text(random) || 'x')
    : pick(random, [...tails, '2031-05-06']);
};

/** The path of an operation, with the id or slug of a record. */
function pathOf(drawing: Drawing, path: string): string {
  const {
    random,
    material: { moment },
    careful,
  } = drawing;
  const collection = COLLECTIONS.find(name => path.startsWith(`/${name}`)) ?? 'trash';
  const versions = moment.versions.filter(one => one.collection === collection);
  const version = versions.length > 0 && random() < 0.9 ? pick(random, versions) : { record: 1, version: 1 };
  const odd = !careful && random() < ODD;
  const named = path
    .replace('{id}/{version}', () => (odd ? '{id}/{version}' : `${version.record}/${version.version}`))
    .replace('{version}', () => String(values.number(random)))
    .replace('{id}', () => String(odd ? values.number(random) : anId(random, moment, collection, careful)))
    .replace('{date}', () => dayFor(drawing))
    .replace('{slug}', () =>
      values.encoded(
        odd
          ? values.text(random) || 'x'
          : pick(random, [...(collection === 'trash' ? [] : moment.slugs[collection]), 'x']),
      ),
    );
  return named === '/' ? '' : named;
}
