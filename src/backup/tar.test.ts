import assert from 'node:assert/strict';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ownFolder } from '../../test/folder.ts';
import { pack, type TarEntry, unpack } from './tar.ts';
import { headerOf, readHeader, TarError } from './tar-header.ts';

const folder = await ownFolder();

async function* entries(contents: Record<string, string>): AsyncGenerator<TarEntry> {
  for (const [name, text] of Object.entries(contents))
    yield { name, size: Buffer.byteLength(text), content: [Buffer.from(text)] };
}

const packed = async (contents: Record<string, string>) =>
  Buffer.concat(await Array.fromAsync(pack(entries(contents), 1_900_000_000)));

async function unpacked(bytes: Buffer): Promise<Record<string, string>> {
  const file = join(folder, 'archive.tar');
  await writeFile(file, bytes);
  await using handle = await open(file);
  const found: Record<string, string> = {};
  for await (const { name, content } of unpack(handle))
    found[name] = Buffer.concat(await Array.fromAsync(content)).toString();
  return found;
}

/** A header with one field overwritten and a valid checksum. */
function forged(header: Buffer, at: number, text: string): Buffer {
  const copy = Buffer.from(header);
  copy.write(text, at, 'latin1');
  copy.fill(' ', 148, 156);
  const sum = copy.reduce((total, byte) => total + byte, 0);
  copy.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return copy;
}

describe('Tar archives', () => {
  it('An archive gives back the files that were packed, whatever their length and with long names', async () => {
    const contents = {
      empty: '',
      one: '1',
      [`images/${'a'.repeat(24)}/${'b'.repeat(95)}.webp`]: 'é'.repeat(300),
      block: 'x'.repeat(512),
      long: 'y'.repeat(3 * 2 ** 20 + 1),
    };
    assert.deepEqual(await unpacked(await packed(contents)), contents);
    assert.deepEqual(await unpacked(await packed({})), {});
  });

  it('A tar header takes files of more than eight gigabytes and refuses names that are too long', () => {
    for (const size of [8 ** 11 - 1, 8 ** 11, 9e12])
      assert.deepEqual(readHeader(headerOf('almanac.sqlite', size, 1)), { name: 'almanac.sqlite', size });
    for (const name of ['n'.repeat(101), `${'d'.repeat(156)}/n`])
      assert.throws(() => headerOf(name, 1, 1), TarError);
  });

  it('Packing fails where a file is longer than its announced size', async () => {
    async function* changed(): AsyncGenerator<TarEntry> {
      yield { name: 'a', size: 3, content: [Buffer.from('four')] };
    }
    await assert.rejects(Array.fromAsync(pack(changed(), 1)), TarError);
  });

  it('An archive with anything but plain files, or one cut off or continued, is refused', async () => {
    const bytes = await packed({ first: 'x', second: 'y'.repeat(700) });
    const header = bytes.subarray(0, 512);
    for (const [at, text] of [
      [156, '2'],
      [156, '5'],
      [157, '/etc/passwd'],
      [0, '/etc'],
      [124, '77777777777'],
      [124, '-0000000001'],
      [257, 'ustar  '],
    ] as const) {
      const other = Buffer.concat([forged(header, at, text), bytes.subarray(512)]);
      await assert.rejects(unpacked(other), TarError, `${at} ${text}`);
    }
    for (let length = 0; length < bytes.length; length += 100)
      await assert.rejects(unpacked(bytes.subarray(0, length)), TarError, `${length}`);
    await assert.rejects(unpacked(Buffer.concat([bytes, Buffer.alloc(512)])), TarError);
    await assert.rejects(unpacked(Buffer.concat([bytes, Buffer.from('more')])), TarError);
  });
});
