import assert from 'node:assert/strict';
import { after } from 'node:test';
import { runInThisContext } from 'node:vm';
import { type Call, caller, type Reply, textsOf } from '../client.ts';
import { openGallery } from '../pictures.ts';
import { startService } from '../service.ts';
import { dangersIn, isHarmlessAddress } from './markup.ts';

/** The service under attack. */
export const gallery = await openGallery();
export const service = await startService({ FETCH_ALLOW: gallery.host, MAX_IMAGE_PIXELS: '4000000' });
after(async () => {
  await service[Symbol.asyncDispose]();
  await gallery[Symbol.asyncDispose]();
});
export const { site, base, accounts, db, config } = service;
export const { administrator, editor, author, contributor } = accounts;

const plainly = caller(base);

/** Sends a request and checks that the response is harmless. */
export const call: Call = async (line, sending) => {
  const reply = await plainly(line, sending);
  assertHarmless(reply, line);
  return reply;
};

/** Checks that a response is JSON with that type, and harmless in a page, in a script and in a header. */
function assertHarmless({ status, headers, text }: Reply, what: string): void {
  assert.ok(status < 500, `${status} ${what}: ${text}`);
  for (const [name, value] of headers) {
    assert.match(value, /^[\t\x20-\x7e]*$/, `${what}: ${name}`);
    assert.notEqual(name, 'x-injected', what);
  }
  assert.equal(headers.get('x-content-type-options'), 'nosniff', what);
  if (status >= 300 && status < 400) return;
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8', what);
  assert.doesNotMatch(text, /<\/?(script|style)|<!--|<\?|<!\[/i, what);
  const body: unknown = JSON.parse(text);
  for (const [path, said] of textsOf(body)) {
    // These are kept as they were sent; their readers know that.
    if (path.includes('custom_fields')) continue;
    assert.deepEqual(dangersIn(said), [], `${what}: ${path} ${said}`);
    assert.ok(said.isWellFormed(), `${what}: ${path}`);
    assert.doesNotMatch(said, /[^\P{Cc}\n\t]/u, `${what}: ${path}`);
    if (status < 400 && /(url|website|href|sameAs|image)$/i.test(path))
      assert.ok(isHarmlessAddress(said), `${path} ${said}`);
  }
}

/** Checks that a response is harmless in a script: no text in it ends a line or a string. */
export function assertSameInScript({ text }: Pick<Reply, 'text'>): void {
  assert.deepEqual(runInThisContext(`(${text})`), JSON.parse(text));
}
