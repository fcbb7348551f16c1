import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { documentPath } from '../src/api/openapi/names.ts';
import { routesOf } from '../src/app.ts';
import { type Language, languages } from '../src/i18n/language.ts';
import { caller } from './client.ts';
import { type Document, documentsOf, type Operation, resolve, validators } from './document.ts';
import { type Service, startService } from './service.ts';
import { texts, withoutTexts } from './texts.ts';

interface Endpoint {
  methods: string[];
  args: Record<string, { required: boolean; default?: unknown; description: string }>;
}
interface Index {
  namespace: string;
  routes: Record<string, { methods: string[]; endpoints: Endpoint[] }>;
}

/** Texts that may be equal in two languages: names, the sample records, and words that both share. */
const SHARED = new Set([
  'Almanac',
  'Festa Major',
  'Error',
  'Image',
  'Term',
  'Country.',
  'Version',
  'Crea una etiqueta.',
]);

const validator = new Validator();
let service: Service;
let documents: Record<Language, Document>;
const get = async <Body>(address: string) => (await (await fetch(address)).json()) as Body;

before(async () => {
  service = await startService();
  const all = languages.map(async language => [
    language,
    await get(`${service.base}/doc?i18n_language=${language}`),
  ]);
  documents = Object.fromEntries(await Promise.all(all));
});
after(() => service[Symbol.asyncDispose]());

describe('The OpenAPI document', () => {
  it('The document is valid OpenAPI at each of its addresses', async () => {
    const roots = ['/cal/events/v1', '/wp-json/tribe/events/v1'];
    for (const prefix of ['', ...languages.map(language => `/${language}`)])
      for (const root of roots) {
        const address = service.site + prefix + root;
        const document = await get<Document & Record<string, unknown>>(`${address}/doc`);
        assert.deepEqual(document.servers, [{ url: address }]);
        assert.equal(document.openapi, '3.1.0');
        const { valid, errors } = await validator.validate(document);
        assert.ok(valid, JSON.stringify(errors));
      }
  });

  it('The document has every component that it refers to, and no other', () => {
    const references = referencesIn(documents.ca);
    for (const $ref of references) assert.ok(resolve(documents.ca, { $ref }), $ref);
    const { securitySchemes: _, ...components } = documents.ca.components;
    for (const [kind, all] of Object.entries(components))
      for (const name of Object.keys(all))
        assert.ok(references.includes(`#/components/${kind}/${name}`), `${kind} ${name}`);
  });

  it('Each operation has one kind of answer: JSON of one schema, with the refusal of formats that it lacks', () => {
    const { paths } = documents.en;
    for (const route of routesOf().all)
      for (const { methods, documents: others = [] } of route.operations) {
        const { responses } = paths[documentPath(route)]![methods[0]!.toLowerCase()]!;
        const [success, ...more] = Object.keys(responses).filter(status => status.startsWith('2'));
        assert.deepEqual(more, [], route.path);
        const { content } = responses[success!]!;
        assert.deepEqual(Object.keys(content), ['application/json'], route.path);
        assert.ok(!('anyOf' in content['application/json'].schema), route.path);
        assert.equal('406' in responses, others.length > 0, route.path);
      }
    for (const method of ['get', 'patch', 'put', 'post', 'delete'])
      for (const path of ['/events/{id}', '/events/by-slug/{slug}'])
        assert.deepEqual(paths[path]![method]!.responses['200']!.content['application/json'].schema, {
          $ref: '#/components/schemas/Event',
        });
  });

  it('Each format has an operation of its own, at an address that answers in it', async () => {
    const event = { title: 'Fair', start_date: 'tomorrow 10:00', end_date: 'tomorrow 11:00', venue: 'Hall' };
    const json = { ...event, organizer: 'Club', categories: ['Music'], tags: ['free'] };
    const as = service.accounts.editor;
    const call = caller(service.base);
    assert.equal((await call('POST /events', { as, json })).status, 201);
    const recurrence = 'RRULE:FREQ=DAILY;COUNT=2';
    const start_date = '2031-05-06 10:00';
    const series = { ...event, title: 'Daily', start_date, end_date: '2031-05-06 11:00', recurrence };
    assert.equal((await call('POST /events', { as, json: series })).status, 201);
    const slugs = { event: 'fair', venue: 'hall', organizer: 'club', category: 'music', tag: 'free' };
    let count = 0;
    for (const prefix of ['/cal/events/v1', '/wp-json/tribe/events/v1', '/fr/cal/events/v1']) {
      const document = await get<Document & Record<string, unknown>>(`${service.site}${prefix}/doc`);
      for (const [path, item] of Object.entries(document.paths)) {
        const { servers } = item as unknown as { servers?: { url: string }[] };
        if (!servers) continue;
        const root = new URL(servers[0]!.url, `${service.site}${prefix}/doc`).href;
        const [, kind] = /\/(\w+)\/\{slug\}/.exec(path) ?? [];
        const slug = /\{slug\}\//.test(path) ? 'daily' : slugs[kind as 'event'];
        const address = root + path.slice(1).replace('{slug}', slug).replace('{date}', '2031-05-06');
        const [mediaType, ...others] = Object.keys(item.get!.responses['200']!.content);
        assert.deepEqual(others, []);
        const answer = await fetch(address);
        assert.equal(answer.status, 200, address);
        assert.equal(answer.headers.get('content-type')!.split(';')[0], mediaType, address);
        await answer.arrayBuffer();
        count++;
      }
    }
    assert.ok(count > 100, `${count}`);
  });

  it('A dry run has operations of its own, which answer with a plan and write nothing', async () => {
    const call = caller(service.base);
    const as = service.accounts.editor;
    const series = {
      ...{ title: 'Planned', start_date: '2031-05-06 10:00', end_date: '2031-05-06 11:00' },
      recurrence: 'RRULE:FREQ=DAILY;COUNT=2',
    };
    const { id, slug } = (await call('POST /events', { as, json: series })).body;
    const longer = { recurrence: 'RRULE:FREQ=DAILY;COUNT=3' };
    const before = (await call(`GET /events/${id}/occurrences`)).text;
    const plans: [string, object, Record<string, number>][] = [
      ['POST /dry-run/events', series, { added: 2, removed: 0, kept: 0 }],
      [`POST /dry-run/events/${id}`, longer, { added: 1, removed: 0, kept: 2 }],
      [`POST /dry-run/events/by-slug/${slug}`, longer, { added: 1, removed: 0, kept: 2 }],
      [`DELETE /dry-run/events/${id}`, {}, {}],
      [`DELETE /dry-run/events/by-slug/${slug}`, {}, {}],
    ];
    for (const [line, json, counts] of plans) {
      const { status, text, body } = await call(line, { as, json });
      assert.equal(status, 200, `${line} ${text}`);
      const plan = body as unknown as Record<string, unknown[]>;
      assert.deepEqual(Object.keys(plan), ['added', 'removed', 'moved', 'kept']);
      for (const [name, count] of Object.entries(counts)) assert.equal(plan[name]!.length, count, line);
      const [, method, path] = /^(\w+) \/dry-run(.*)$/.exec(line)!;
      const asked = await call(`${method} ${path}?dry_run=true`, { as, json });
      assert.equal(asked.text, text);
    }
    assert.equal((await call(`GET /events/${id}/occurrences`)).text, before);
    assert.equal((await call('POST /dry-run/events', { json: series })).status, 401);
    assert.equal((await call(`DELETE /dry-run/events/${id}`)).status, 401);
    assert.equal((await call('POST /dry-run/events/999999', { as, json: {} })).status, 404);
    const { schema } =
      documents.en.paths['/dry-run/events']!.post!.responses['200']!.content['application/json'];
    assert.deepEqual(schema, { $ref: '#/components/schemas/OccurrencePlan' });
  });

  it('The occurrences of a series are also at the address that the document names', async () => {
    const call = caller(service.base);
    const { events } = (await call('GET /events?search=Daily&start_date=2031-05-06&end_date=2031-05-08'))
      .body;
    const { id } = (events[0] as unknown as { series: { id: number } }).series;
    const found = await call(`GET /series/${id}/occurrences`);
    assert.equal(found.status, 200);
    assert.equal(found.text, (await call(`GET /events/${id}/occurrences`)).text);
  });

  it('No member of a body has a default, and paths differ whatever their parameters are', () => {
    const { paths, components } = documents.en;
    const bodies = Object.entries(components.schemas).filter(([name]) =>
      /(Create|Update)(BySlug)?$/.test(name),
    );
    assert.ok(bodies.length > 5);
    for (const [name, { properties }] of bodies)
      for (const [member, schema] of Object.entries(properties))
        assert.ok(!('default' in schema), `${name}.${member}`);
    const segments = Object.keys(paths).map(path => path.split('/'));
    const isOpen = (segment: string) => /^\{.*\}$/.test(segment);
    for (const [at, one] of segments.entries())
      for (const other of segments.slice(at + 1))
        assert.ok(
          one.length !== other.length ||
            one.some((part, i) => !isOpen(part) && !isOpen(other[i]!) && part !== other[i]),
          `${one.join('/')} ${other.join('/')}`,
        );
  });

  it('The document has a different name for every operation', () => {
    const ids = operationsOf(documents.ca).map(({ operation }) => operation.operationId);
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(
      ['listEvents', 'readEventBySlug', 'updateEvent', 'createCategory'].every(id => ids.includes(id)),
    );
  });

  it('The document describes every parameter, member, answer, header and section', () => {
    const { components, paths, tags } = documents.ca as Document & { tags: object[] };
    const { schemas, parameters, headers, responses, securitySchemes } = components;
    const all = [
      ...[tags, parameters, headers, responses, securitySchemes, schemas].flatMap(part =>
        Object.values(part!),
      ),
      ...Object.values(schemas).flatMap(({ properties }) => Object.values(properties)),
      ...operationsOf({ paths }).flatMap(({ operation }) => [
        ...operation.parameters,
        ...Object.values(operation.responses),
      ]),
    ];
    assert.ok(all.length > 500);
    for (const described of all as { $ref?: string; description?: string }[])
      assert.ok(described.$ref || described.description, JSON.stringify(described));
  });

  it('The document is translated, and differs between languages only in its texts', () => {
    const english = documents.en;
    for (const language of languages) {
      assert.deepEqual(withoutTexts(documents[language]), withoutTexts(english));
      for (const [path, text] of texts(documents[language])) assert.notEqual(text.trim(), '', path);
    }
    assert.deepEqual(equalTexts(languages.map(language => texts(documents[language]))), []);
  });
});

describe('The documents of history, trash and images', () => {
  const ROOTS = ['/cal/history/v1', '/cal/trash/v1', '/images'];
  const inLanguage = (root: string, language: Language) =>
    get<Document>(`${service.site}${root}/doc?i18n_language=${language}`);

  it('The other documents are valid and have only the components that they refer to', async () => {
    const prefixes = ['', ...languages.map(language => `/${language}`)];
    const addresses = ROOTS.flatMap(root => prefixes.map(prefix => prefix + root));
    for (const address of addresses) {
      const document = await get<Document & Record<string, unknown>>(`${service.site}${address}/doc`);
      assert.deepEqual(document.servers, [{ url: service.site + address }]);
      const { valid, errors } = await validator.validate(document);
      assert.ok(valid, JSON.stringify(errors));
      const references = referencesIn(document);
      for (const $ref of references) assert.ok(resolve(document, { $ref }), $ref);
      const { securitySchemes: _, ...components } = document.components;
      const named = Object.entries(components).flatMap(([kind, all]) =>
        Object.keys(all).map(name => `#/components/${kind}/${name}`),
      );
      assert.deepEqual(named.toSorted(), references.toSorted());
    }
  });

  it('The other documents name every operation uniquely, with the parameters of its path', async () => {
    const documents = await documentsOf(service.site);
    const ids = documents.flatMap(document =>
      operationsOf(document).map(({ operation }) => operation.operationId),
    );
    assert.equal(new Set(ids).size, ids.length - (documents.length - 1), 'each has readDoc');
    assert.ok(
      ['listTagChanges', 'restoreEventVersion', 'emptyTrash', 'uploadImage'].every(id => ids.includes(id)),
    );
    const [dryRuns, formats, users] = [5, 56, 14];
    assert.equal(ids.length, 55 + 23 + 5 + 5 + 5 + dryRuns + formats + users);
    for (const { paths } of documents)
      for (const [path, methods] of Object.entries(paths))
        for (const [, { operationId, parameters }] of methodsOf(methods))
          assert.deepEqual(
            parameters.filter(({ in: place }) => place === 'path').map(({ name }) => `{${name}}`),
            path.match(/\{\w+\}/g) ?? [],
            operationId,
          );
  });

  it('The other documents are translated', async () => {
    for (const root of ROOTS) {
      const all = await Promise.all(languages.map(language => inLanguage(root, language)));
      for (const document of all) assert.deepEqual(withoutTexts(document), withoutTexts(all[0]));
      assert.deepEqual(equalTexts(all.map(document => texts(document))), []);
    }
  });

  it('The other documents list the request headers that are read', async () => {
    const [, history, trash, , images] = await documentsOf(service.site);
    const sent = (document: Document, id: string) => {
      const { operation } = operationsOf(document).find(({ operation }) => operation.operationId === id)!;
      const parameters = operation.parameters.map(parameter => resolve(document, parameter));
      return parameters.filter(parameter => parameter.in === 'header').map(({ name }) => name);
    };
    const guarded = ['If-Match', 'If-Unmodified-Since', 'Prefer'];
    assert.deepEqual(sent(history!, 'restoreTagVersion'), guarded);
    assert.deepEqual(sent(history!, 'listTagChanges'), ['Prefer']);
    assert.deepEqual(sent(trash!, 'deleteTrashedRecord'), guarded);
    assert.deepEqual(sent(trash!, 'emptyTrash'), ['Prefer']);
    assert.deepEqual(sent(images!, 'uploadImage'), ['Idempotency-Key', 'Prefer']);
  });
});

describe('Documented answers', () => {
  it('The document lists for every operation the errors of its body and its response parameters', () => {
    const { components } = documents.en;
    const codes = (operation: Operation, status: number) => {
      const { examples = {} } = resolve(documents.en, operation.responses[status]!).content[
        'application/json'
      ];
      return Object.keys(examples).map(name => components.examples[name]!.value.code);
    };
    const bad = [
      ...['rest_invalid_param', 'rest_invalid_json', 'rest_invalid_multipart', 'rest_callback_invalid'],
      'rest_bad_request',
    ];
    for (const { operation } of operationsOf(documents.en)) {
      const known = codes(operation, 400);
      for (const code of bad) assert.ok(known.includes(code), `${operation.operationId} ${code}`);
      assert.deepEqual(codes(operation, 413), ['rest_payload_too_large'], operation.operationId);
      assert.deepEqual(codes(operation, 415), ['rest_unsupported_content_encoding'], operation.operationId);
      assert.deepEqual(codes(operation, 501), ['rest_unsupported_transfer_encoding'], operation.operationId);
      assert.ok(resolve(documents.en, operation.responses['415']!).headers?.['Accept-Encoding']);
    }
  });

  it('The document lists for every operation the 503 answer and the rate limit headers', async () => {
    for (const document of await documentsOf(service.site))
      for (const methods of Object.values(document.paths))
        for (const [method, { operationId, responses }] of methodsOf(methods)) {
          const { headers, content } = resolve(document, responses['503']!);
          const codes = Object.values(content['application/json'].examples!).map(
            example => resolve<{ $ref?: string; value?: { code: string } }>(document, example).value?.code,
          );
          const writes = method === 'get' ? [] : ['store_not_writable'];
          assert.deepEqual(codes, ['service_unavailable', ...writes], operationId);
          assert.ok(headers?.['Retry-After'], operationId);
          for (const response of Object.values(responses))
            for (const name of ['RateLimit', 'RateLimit-Policy'])
              assert.ok(resolve(document, response).headers?.[name], `${operationId} ${name}`);
        }
  });
});

describe('The index of the interface', () => {
  it('The index differs between languages only in its descriptions', async () => {
    const all = await Promise.all(
      languages.map(language => get<Index>(`${service.base}?i18n_language=${language}`)),
    );
    for (const index of all) assert.deepEqual(withoutTexts(index), withoutTexts(all[0]));
    assert.ok(texts(all[0]).size > 250);
    assert.deepEqual(equalTexts(all.map(index => texts(index))), []);
  });

  it('The index has the paths, methods and arguments of the document', async () => {
    const { namespace, routes } = await get<Index>(service.base);
    const byPath = Object.entries(routes).map(
      ([pattern, route]) => [pathOf(namespace, pattern), route] as const,
    );
    assert.deepEqual(
      byPath.map(([path, { methods }]) => [path, methods.map(method => method.toLowerCase())]),
      Object.entries(documents.en.paths)
        .filter(([path, item]) => !/occurrences|dry-run/.test(path) && !('servers' in item))
        .map(([path, methods]) => [path, Object.keys(methods)]),
    );
    const additions: Record<string, string[]> = {};
    const declared: Record<string, string[]> = {};
    const { all } = routesOf();
    for (const [path, { endpoints }] of byPath)
      for (const { methods, args } of endpoints)
        for (const method of methods) {
          const operation = documents.en.paths[path]![method.toLowerCase()]!;
          const documented = argumentsOf(documents.en, operation);
          for (const [name, { required }] of Object.entries(args))
            assert.equal(documented[name], required, `${method} ${path} ${name}`);
          const more = Object.keys(documented).filter(name => !(name in args) && name !== 'strict');
          assert.equal(documented.strict, false);
          if (more.length > 0) additions[operation.operationId] = more;
          const route = all.find(route => documentPath(route) === path)!;
          const own = route.operations.find(({ methods }) => methods.includes(method as 'GET'))!.arguments;
          const added = Object.keys(own).filter(name => own[name]!.additional === true);
          if (added.length > 0) declared[operation.operationId] = added;
        }
    const place = ['geo_lat', 'geo_lng'];
    const updates = ['', 'WithPut', 'WithPost'].flatMap(by => [`updateVenue${by}`, `updateVenueBySlug${by}`]);
    const known: Record<string, string[]> = {
      listEvents: ['geoloc_radius', 'password'],
      readEventBySlug: ['password'],
      createVenue: place,
      ...Object.fromEntries(updates.map(id => [id, place])),
    };
    assert.deepEqual(additions, declared);
    for (const [id, names] of Object.entries(known))
      assert.deepEqual(
        names.filter(name => !additions[id]?.includes(name)),
        [],
        id,
      );
  });
});

describe('Documented headers', () => {
  it('The document lists the request headers that an operation reads, and the ETag that it answers', () => {
    const { paths, components } = documents.en;
    const told = Object.fromEntries(
      operationsOf({ paths }).map(({ operation }) => {
        const parameters = operation.parameters.map(parameter => resolve(documents.en, parameter));
        const sent = parameters.filter(parameter => parameter.in === 'header').map(({ name }) => name);
        // A dry run creates nothing.
        const [first] = Object.values(operation.responses);
        const success = operation.responses['201'] ?? first;
        return [operation.operationId, [...sent, ...(success!.headers?.ETag ? ['ETag'] : [])]];
      }),
    );
    const guarded = ['If-Match', 'If-Unmodified-Since', 'Prefer'];
    assert.deepEqual(told.createTag, ['Idempotency-Key', 'Prefer', 'ETag']);
    assert.deepEqual(told.createEvent, ['Idempotency-Key', 'Prefer', 'ETag']);
    assert.deepEqual(told.updateVenueBySlugWithPut, [...guarded, 'ETag']);
    assert.deepEqual(told.deleteCategory, guarded);
    assert.deepEqual(told.readEvent, ['Prefer', 'ETag']);
    assert.deepEqual(told.listEvents, ['Prefer']);
    const count = (name: string) => Object.values(told).filter(names => names.includes(name)).length;
    assert.deepEqual(['Idempotency-Key', 'If-Match', 'ETag'].map(count), [5, 36, 38]);
    assert.deepEqual(Object.keys(components.headers!).includes('ETag'), true);
  });
});

describe('Documented examples', () => {
  it('The examples match their schemas', () => {
    for (const document of Object.values(documents)) {
      const check = validators(document);
      const { schemas, examples } = document.components;
      for (const [name, { value }] of Object.entries(examples))
        assert.deepEqual(check({ $ref: '#/components/schemas/Error' }, value), [], name);
      for (const [name, { examples = [] }] of Object.entries(schemas))
        for (const example of examples)
          assert.deepEqual(check({ $ref: `#/components/schemas/${name}` }, example), [], name);
    }
  });

  it('The examples of requests are accepted', async () => {
    const { user, app_password } = service.accounts.administrator;
    const authorization = `Basic ${btoa(`${user}:${app_password}`)}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const { schemas } = documents.en.components;
    const send = async (method: string, address: string, name: string) => {
      const body = JSON.stringify(schemas[name]!.examples![0]);
      const response = await fetch(address, { method, headers, body });
      assert.ok(response.ok, `${name}: ${response.status}`);
      return (await response.json()) as { id: number };
    };
    const collections = { Tag: 'tags', Category: 'categories', Organizer: 'organizers', Venue: 'venues' };
    for (const [noun, collection] of Object.entries({ ...collections, Event: 'events' })) {
      const address = `${service.base}/${collection}`;
      const { id } = await send('POST', address, `${noun}Create`);
      await send('PATCH', `${address}/${id}`, `${noun}Update`);
    }
  });
});

const operationsOf = ({ paths }: Pick<Document, 'paths'>) =>
  Object.values(paths).flatMap(item => methodsOf(item).map(([, operation]) => ({ operation })));

/** The operations of a path by method, without the servers of formats. */
const methodsOf = (item: Document['paths'][string]) =>
  Object.entries(item).filter(([name]) => name !== 'servers');

const referencesIn = (document: Document): string[] => [
  ...new Set(
    JSON.stringify(document)
      .matchAll(/"\$ref":"([^"]+)"/g)
      .map(([, ref]) => ref!),
  ),
];

const pathOf = (namespace: string, pattern: string) =>
  pattern.slice(namespace.length + 1).replace(/\(\?P<(\w+)>.*?\)$/, '{$1}') || '/';

/** The arguments of an operation in all positions, and whether each is required. */
function argumentsOf(document: Document, operation: Operation): Record<string, boolean> {
  const all = operation.parameters.map(parameter => resolve(document, parameter));
  const parameters = all.filter(parameter => parameter.in !== 'header');
  const named = parameters.map(({ name, required = false }) => [name, required]);
  const [, body] = /requestBodies\/(\w+)$/.exec(operation.requestBody?.$ref ?? '') ?? [];
  const { properties = {}, required = [] } = document.components.schemas[body ?? ''] ?? {};
  return Object.fromEntries([
    ...named,
    ...Object.keys(properties).map(name => [name, required.includes(name)]),
  ]);
}

/** Texts that are equal in two languages, except for those that may be. */
function equalTexts(all: Map<string, string>[]): string[] {
  const [first] = all;
  return [...first!.keys()].flatMap(path => {
    const said = all.map(texts => texts.get(path) ?? '');
    return new Set(said).size === said.length || said.some(text => SHARED.has(text))
      ? []
      : [`${path}: ${said}`];
  });
}
