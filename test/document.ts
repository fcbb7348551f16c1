import { Ajv2020 } from 'ajv/dist/2020.js';
import Formats from 'ajv-formats';
import { languages } from '../src/i18n/language.ts';
import { type Send, sendPlainly } from './client.ts';

type Json = Record<string, unknown>;
interface Content {
  schema: Json;
  examples?: Record<string, { $ref: string }>;
}
interface Response {
  $ref?: string;
  description: string;
  headers?: Record<string, { $ref?: string; required?: boolean }>;
  content: { 'application/json': Content };
}
export interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  schema: Json;
}
export interface Operation {
  operationId: string;
  summary: string;
  parameters: Parameter[];
  requestBody?: { $ref: string };
  responses: Record<string, Response>;
}
interface Schema extends Json {
  required?: string[];
  properties: Record<string, Json>;
  examples?: unknown[];
}

/** The part of an OpenAPI document that the tests read. */
export interface Document {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    examples: Record<string, { value: { code: string } }>;
  } & Record<string, Json>;
}

/** Follows a reference into the document. */
export function resolve<Value extends { $ref?: string }>(document: Document, value: Value): Value {
  if (!value.$ref) return value;
  const path = value.$ref.replace('#/', '').split('/');
  // The reference was written for this document.
  return path.reduce<unknown>((found, name) => (found as Json)[name], document) as Value;
}

/**
 * Checks values against schemas of the document. Here a response may have no undocumented member. The documents of all
 * services and languages have the same schemas but for their texts, and schemas take long to compile.
 */
export function validators({ components: { schemas } }: Document): Validator {
  const checked = closed({ components: { schemas } });
  const text = JSON.stringify(checked);
  const known = validatorsOf.get(text) ?? validatorOf(checked);
  validatorsOf.set(text, known);
  return known;
}

/** Says what is wrong with a value of a schema. */
export type Validator = (schema: Json, value: unknown) => string[];

/** By the text of all schemas. */
const validatorsOf = new Map<string, Validator>();

function validatorOf(schemas: Json): Validator {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
  Formats.default(ajv);
  ajv.addKeyword('components');
  ajv.addSchema(schemas, 'document');
  const byText = memoized((text: string) => ajv.compile(JSON.parse(text)));
  const compiled = memoized((schema: Json) =>
    byText(JSON.stringify(closed(schema)).replaceAll('"#/', '"document#/')),
  );
  return (schema, value) => {
    const validate = compiled(schema);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };
}

function memoized<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, Value>();
  return key => {
    const value = values.get(key) ?? compute(key);
    values.set(key, value);
    return value;
  };
}

/** A schema whose objects have no other members, without its texts. */
function closed(schema: unknown): Json {
  const closedAll = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(closedAll);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.fromEntries(
      Object.entries(value)
        .filter(([name, member]) => !isText(name, member))
        .map(([name, member]) => [name, closedAll(member)]),
    );
    const isObject = members.type === 'object' && members.properties !== undefined;
    return isObject ? { additionalProperties: false, ...members } : members;
  };
  return closedAll(schema) as Json;
}

/** Whether a member of a schema explains it. A property of such a name is an object. */
const isText = (name: string, member: unknown) =>
  (/^(title|description)$/.test(name) && typeof member === 'string') ||
  (name === 'examples' && Array.isArray(member));

/** Parameters that change the form of the response, or the method of the request. */
const FORMS = /_fields|_envelope|_jsonp|_method|rest_route/;

/** All documents of a service: the interface's, and those of the routes beside it. */
export const documentsOf = (site: string): Promise<Document[]> =>
  Promise.all(
    ['/cal/events/v1', '/cal/history/v1', '/cal/trash/v1', '/cal/users/v1', '/images'].map(
      async root => (await (await fetch(`${site}${root}/doc`)).json()) as Document,
    ),
  );

/** The documented operation of a request. */
export interface DocumentedOperation {
  document: Document;
  path: string;
  operation: Operation;
}

/** Sends requests, and records every deviation of a response from the documents. */
export function watchedSend(documents: readonly Document[], seen: Set<string>, problems: string[]): Send {
  const checks = new Map(documents.map(document => [document, validators(document)]));
  return async (address, request) => {
    const reply = await sendPlainly(address, request);
    const url = new URL(address);
    const { method = 'GET', headers, body } = request;
    const isOverridden = Object.keys(headers ?? {}).some(name => /^x-http-method-override$/i.test(name));
    const isDry = /dry_run["=:]+(true|1)/.test(`${url.search} ${body}`);
    const told =
      !FORMS.test(`${url.search} ${body}`) &&
      !isOverridden &&
      operationAt(documents, method, isDry ? dryRunOf(url.pathname) : url.pathname, isDry);
    if (!told) return reply;
    const { document, operation } = told;
    const answer = { ...reply, body: JSON.parse(reply.text) as Answer['body'] };
    seen.add(`${operation.operationId} ${answer.status}`);
    for (const problem of deviations(document, operation, answer, checks.get(document)!))
      problems.push(`${operation.operationId} ${answer.status}: ${problem}`);
    return reply;
  };
}

/** The operation of a method and a path, under any address of the interface. */
export function operationAt(
  documents: readonly Document[],
  method: string,
  pathname: string,
  isDry = false,
): DocumentedOperation | undefined {
  for (const document of documents) {
    const root = rootOf(document);
    if (!root.test(pathname)) continue;
    const sent = pathname.replace(root, '').replace(/\/+$/, '') || '/';
    // The document has another form of this address.
    const below = sent.replace(/^\/events\/(\d+)\/occurrences$/i, '/series/$1/occurrences');
    // Formats have a server of their own.
    const known = Object.entries(document.paths).find(
      ([template, methods]) => !('servers' in methods) && patternOf(template).test(below),
    );
    const verb = isDry && method !== 'DELETE' ? 'post' : method.toLowerCase();
    const operation = known?.[1][verb];
    return operation && { document, path: known![0], operation };
  }
  return undefined;
}

/** The address at which the document has the dry run of a write. */
const dryRunOf = (pathname: string): string => pathname.replace(/\/v1\/events/, '/v1/dry-run/events');

/** The addresses of a document's operations: its server, in all languages, and the alias. */
const rootOf = ({ servers }: Document): RegExp => {
  const { pathname } = new URL(servers[0]!.url);
  const root = pathname.replace(/\/$/, '').replace('/cal/events/', '/(cal|wp-json/tribe)/events/');
  return new RegExp(`^(/(${languages.join('|')}))?${root}(?=/|$)`, 'i');
};

const patternOf = (template: string) =>
  new RegExp(`^${template.replace(/\{(id|version)\}/g, '\\d+').replace(/\{(slug|date)\}/g, '[^/]+')}$`, 'i');

interface Answer {
  status: number;
  headers: Pick<Headers, 'has'>;
  body: { code?: string };
}

/** The deviations of an operation's response from the document. */
export function deviations(
  document: Document,
  operation: Operation,
  { status, headers, body }: Answer,
  check: Validator,
): string[] {
  const documented = operation.responses[status];
  if (!documented) return [`not documented: ${JSON.stringify(body)}`];
  const response = resolve(document, documented);
  const { schema, examples = {} } = response.content['application/json'];
  const codes = Object.values(examples).map(
    example => resolve<{ $ref?: string; value?: { code: string } }>(document, example).value?.code,
  );
  const known = Object.entries(response.headers ?? {});
  const expected = known.filter(([, header]) => resolve(document, header).required).map(([name]) => name);
  const own = ['X-TEC-Total', 'X-TEC-TotalPages', 'Location', 'WWW-Authenticate', 'Retry-After'];
  return [
    ...check(schema, body),
    ...(status >= 400 && !codes.includes(body.code) ? [`code ${body.code}`] : []),
    ...expected.filter(name => !headers.has(name)).map(name => `without ${name}`),
    ...own.filter(name => headers.has(name) && !expected.includes(name)).map(name => `with ${name}`),
  ];
}
