#!/usr/bin/env node
// Plays recorded cases against a running server and reports where its answers differ.
//
//   node play.mjs BASE_URL --users users.json cases/*.json [--verbose] [--image URL]
//
// BASE_URL ends in the namespace, e.g. http://127.0.0.1:3000/cal/events/v1
// --image names a picture for the cases that set one by URL; without it the player serves a small PNG itself.
// users.json maps a role to its HTTP Basic credentials:
//   { "administrator": { "id": 1, "user": "…", "app_password": "…" }, "editor": …, "author": …, "contributor": …, "subscriber": … }
// FORMAT.md beside this file describes a case. Exit status: 0 when all steps match, 1 otherwise.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';

const MATCHERS = {
  $any: () => true,
  $type: (want, got) => typeName(got) === want,
  $match: (want, got) => typeof got === 'string' && new RegExp(want, 'su').test(got),
  $length: (want, got) => Array.isArray(got) && got.length === want,
  $absent: () => false, // present: only reached when the key exists
  $oneOf: (want, got, ctx) => want.some(w => differences(w, got, ctx).length === 0),
  $unordered: (want, got, ctx) =>
    Array.isArray(got) &&
    got.length === want.length &&
    want.every(w => got.some(g => differences(w, g, ctx).length === 0)),
};

const typeName = v => (v === null ? 'null' : Array.isArray(v) ? 'array' : typeof v);
const isObject = v => typeName(v) === 'object';
const show = v => {
  const s = JSON.stringify(v);
  return s === undefined ? 'nothing' : s.length > 160 ? `${s.slice(0, 157)}…` : s;
};

/** Puts saved values into a string, array or object: "{event}" alone keeps the saved value's type. */
export function fill(template, saved) {
  if (typeof template === 'string') {
    const whole = /^\{([A-Za-z_][\w.]*)\}$/.exec(template);
    if (whole && whole[1] in saved) return saved[whole[1]];
    return template.replace(/\{([A-Za-z_][\w.]*)\}/g, (all, name) =>
      name in saved ? String(saved[name]) : all,
    );
  }
  if (Array.isArray(template)) return template.map(t => fill(t, saved));
  if (isObject(template))
    return Object.fromEntries(Object.entries(template).map(([k, v]) => [fill(k, saved), fill(v, saved)]));
  return template;
}

/** The differences between an expectation and an answer, each as "path: expected …, got …". Objects match as subsets. */
export function differences(want, got, path = 'body') {
  if (isObject(want)) {
    const matcher = Object.keys(want).find(k => k in MATCHERS);
    if (matcher)
      return MATCHERS[matcher](want[matcher], got, path)
        ? []
        : [`${path}: expected ${show(want)}, got ${show(got)}`];
    if (!isObject(got)) return [`${path}: expected an object ${show(want)}, got ${show(got)}`];
    return Object.entries(want).flatMap(([key, value]) => {
      if (isObject(value) && '$absent' in value)
        return key in got ? [`${path}.${key}: expected to be absent, got ${show(got[key])}`] : [];
      if (!(key in got)) return [`${path}.${key}: missing, expected ${show(value)}`];
      return differences(value, got[key], `${path}.${key}`);
    });
  }
  if (Array.isArray(want)) {
    if (!Array.isArray(got)) return [`${path}: expected an array, got ${show(got)}`];
    if (got.length !== want.length)
      return [`${path}: expected ${want.length} items, got ${got.length}: ${show(got)}`];
    return want.flatMap((w, i) => differences(w, got[i], `${path}[${i}]`));
  }
  return Object.is(want, got) ? [] : [`${path}: expected ${show(want)}, got ${show(got)}`];
}

export const pick = (value, path) => path.split('.').reduce((v, key) => v?.[key], value);

/** Sends one step's request; returns { status, headers, body, text }. */
export async function send(base, users, step, saved) {
  const { method = 'GET', path, query, json, form, raw, headers = {} } = fill(step.request, saved);
  const url = new URL(/^https?:\/\//.test(path) ? path : base.replace(/\/$/, '') + path);
  for (const [name, value] of Object.entries(query ?? {})) {
    if (Array.isArray(value)) value.forEach(v => url.searchParams.append(`${name}[]`, v));
    else url.searchParams.append(name, value);
  }
  const sent = { ...headers };
  let body;
  if (json !== undefined) [body, sent['content-type']] = [JSON.stringify(json), 'application/json'];
  else if (form !== undefined) {
    const params = new URLSearchParams();
    const add = (name, value) => {
      if (Array.isArray(value)) value.forEach(v => add(`${name}[]`, v));
      else if (isObject(value)) Object.entries(value).forEach(([k, v]) => add(`${name}[${k}]`, v));
      else params.append(name, String(value));
    };
    Object.entries(form).forEach(([k, v]) => add(k, v));
    [body, sent['content-type']] = [params.toString(), 'application/x-www-form-urlencoded'];
  } else if (raw !== undefined) body = raw;
  if (step.as) {
    const who = users[step.as];
    if (!who) throw new Error(`no credentials for the role ${step.as}`);
    sent.authorization = `Basic ${Buffer.from(`${who.user}:${step.secret ?? who.app_password}`).toString('base64')}`;
  }
  const response = await fetch(url, {
    method,
    headers: sent,
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(60_000),
  });
  const text = await response.text();
  let parsed;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = undefined;
  }
  return { status: response.status, headers: Object.fromEntries(response.headers), body: parsed, text };
}

/** Plays one case; returns [{ label, problems }] for its steps. `image` is the address that {image} stands for. */
export async function play(base, users, testCase, image) {
  const saved = { base: base.replace(/\/$/, ''), image };
  for (const [role, who] of Object.entries(users)) saved[`user.${role}`] = who.id;
  const results = [];
  for (const [index, step] of testCase.steps.entries()) {
    const label = `${testCase.name} #${index + 1} ${step.request.method ?? 'GET'} ${step.request.path}`;
    let problems;
    try {
      const answer = await send(base, users, step, saved);
      problems = [];
      for (const [name, from] of Object.entries(step.save ?? {})) {
        saved[name] = pick(answer.body, from);
        if (saved[name] === undefined) problems.push(`cannot save ${name}: the answer has no ${from}`);
      }
      const expect = fill(step.expect ?? {}, saved);
      if (expect.status !== undefined) problems.push(...differences(expect.status, answer.status, 'status'));
      for (const [name, value] of Object.entries(expect.headers ?? {})) {
        problems.push(...differences({ [name]: value }, pickHeader(answer.headers, name), 'header'));
      }
      if ('body' in expect) problems.push(...differences(expect.body, answer.body));
    } catch (error) {
      problems = [`request failed: ${error.message}`];
    }
    results.push({ label, problems });
  }
  return results;
}

const pickHeader = (headers, name) =>
  name.toLowerCase() in headers ? { [name]: headers[name.toLowerCase()] } : {};

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** Serves a PNG of one pixel on a free port of this machine; resolves to its address. */
export function servePicture() {
  const server = createServer((request, response) => {
    if (!/^\/pixel\.png(\?|$)/.test(request.url)) return response.writeHead(404).end();
    response.writeHead(200, {
      'content-type': 'image/png',
      'content-length': PNG.length,
      connection: 'close',
    });
    response.end(request.method === 'HEAD' ? undefined : PNG);
  });
  server.unref();
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}/pixel.png`));
  });
}

async function main(argv) {
  const verbose = argv.includes('--verbose');
  const args = argv.filter(a => a !== '--verbose');
  const option = name => {
    const at = args.indexOf(name);
    return at < 0 ? undefined : args.splice(at, 2)[1];
  };
  const usersFile = option('--users');
  const image = option('--image') ?? (await servePicture());
  const users = usersFile ? JSON.parse(readFileSync(usersFile, 'utf8')) : {};
  const [base, ...files] = args;
  if (!base || files.length === 0) {
    console.error('usage: node play.mjs BASE_URL --users users.json CASE.json… [--verbose] [--image URL]');
    return 2;
  }
  let passed = 0,
    failed = 0;
  for (const file of files) {
    for (const { label, problems } of await play(
      base,
      users,
      JSON.parse(readFileSync(file, 'utf8')),
      image,
    )) {
      if (problems.length === 0) {
        passed += 1;
        if (verbose) console.log(`ok    ${label}`);
      } else {
        failed += 1;
        console.log(`FAIL  ${label}`);
        problems.slice(0, 12).forEach(p => console.log(`        ${p}`));
      }
    }
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = await main(process.argv.slice(2));
