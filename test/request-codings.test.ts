import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { basic, caller } from './client.ts';
import { answersIn, say } from './malformed/wire.ts';
import { picture } from './pictures.ts';
import { startService } from './service.ts';

// The body of a request may be chunked, but not encoded in another way, so that no encoded bytes are stored as content.

const V1 = '/cal/events/v1';
const service = await startService();
after(() => service[Symbol.asyncDispose]());
const { site, accounts } = service;
const as = accounts.editor;
const call = caller(service.base);
const SIGNED = `Host: a.test\r\nAuthorization: ${basic(as.user, as.app_password)}\r\n`;
const JSON_TYPE = 'Content-Type: application/json\r\n';

const json = (name: string) => Buffer.from(JSON.stringify({ name }));
const gzipped = (bytes: Buffer) => Buffer.from(gzipSync(bytes));
const hex = (bytes: Buffer) => bytes.length.toString(16);
const chunked = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(`${hex(bytes)}\r\n`), bytes, Buffer.from('\r\n0\r\n\r\n')]);
const names = async () => {
  const { body } = await call('GET /tags?hide_empty=0', { as });
  return body.tags.map(({ name }) => name).sort();
};

describe('The transfer coding of a request', () => {
  const sent = (line: string, coding: string, bytes: Buffer) =>
    say(site, [`${line} HTTP/1.1\r\n${SIGNED}${JSON_TYPE}Transfer-Encoding: ${coding}\r\n\r\n`, bytes]);

  it('A transfer coding other than chunked gets 501, and nothing after it is read as a request', async () => {
    const before = await names();
    const next = Buffer.from(`GET ${V1}/tags HTTP/1.1\r\nHost: a.test\r\n\r\n`);
    for (const coding of ['gzip, chunked', 'GZIP,chunked', 'x-none, chunked']) {
      const bytes = Buffer.concat([chunked(gzipped(json('Coded'))), next]);
      for (const line of [`POST ${V1}/tags`, `GET ${V1}/events`, `POST ${V1}/nothing`, 'POST /images']) {
        const { said, closed } = await sent(line, coding, bytes);
        const answers = answersIn(said);
        assert.deepEqual([answers.length, closed], [1, true], `${line}: ${said}`);
        const { code, data } = JSON.parse(answers[0]!.text);
        assert.deepEqual(
          [answers[0]!.status, code, data.status],
          [501, 'rest_unsupported_transfer_encoding', 501],
        );
      }
    }
    assert.deepEqual(await names(), before);
  });

  it('The refusal of a transfer coding is in every language', async () => {
    const said = { ca: 'només', en: 'only', fr: 'seul', es: 'solo' };
    for (const [language, word] of Object.entries(said)) {
      const path = `/${language}${V1}/tags`;
      const { said } = await sent(`POST ${path}`, 'gzip, chunked', chunked(gzipped(json('x'))));
      assert.match(JSON.parse(answersIn(said)[0]!.text).message, new RegExp(`\\b${word}\\b`, 'u'));
    }
  });

  it('The transfer coding chunked is accepted in any case', async () => {
    for (const [at, coding] of ['chunked', 'Chunked', 'CHUNKED '].entries()) {
      const { said } = await sent(`POST ${V1}/tags`, coding, chunked(json(`In chunks ${at}`)));
      assert.equal(answersIn(said)[0]?.status, 201, coding);
    }
  });
});

describe('The content coding of a request', () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const bytes = gzipped(json('Compressed'));

  it('A compressed body gets 415 with the accepted codings', async () => {
    const before = await names();
    const { id } = (await call('POST /tags', { as, json: { name: 'There' } })).body;
    for (const line of [
      'POST /tags',
      `PATCH /tags/${id}`,
      `DELETE /tags/${id}`,
      `POST /tags/${id}?_method=GET`,
    ])
      for (const coding of ['gzip', 'br', 'deflate', 'identity, gzip', 'nothing']) {
        const sending = { as, body: bytes, headers: { ...headers, 'content-encoding': coding } };
        const { status, body, headers: responseHeaders } = await call(line, sending);
        assert.deepEqual([status, body.code], [415, 'rest_unsupported_content_encoding'], line);
        assert.deepEqual(
          [responseHeaders.get('accept-encoding'), responseHeaders.get('connection')],
          ['identity', 'close'],
        );
      }
    assert.deepEqual(await names(), [...before, 'There'].sort());
  });

  it('A compressed picture gets 415', async () => {
    const sending = { as, body: gzipped(await picture(10, 10)) };
    const typed = { 'content-type': 'image/png', 'content-encoding': 'gzip' };
    assert.equal((await call(`POST ${site}/images`, { ...sending, headers: typed })).status, 415);
  });

  it('The content coding identity is accepted, and any coding without a body is ignored', async () => {
    const plain = { ...headers, 'content-encoding': 'identity' };
    const sending = { as, body: json('As it is'), headers: plain };
    assert.equal((await call('POST /tags', sending)).status, 201);
    assert.equal((await call('GET /tags', { headers })).status, 200);
    assert.equal((await call('GET /tags', { as, headers })).status, 200);
  });
});
