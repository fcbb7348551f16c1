import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { random } from '../../bench/random.ts';
import { Disk } from './disk.ts';
import { modes, tear } from './modes.ts';
import { Interrupted } from './names.ts';
import { type Habits, imageAt, type Remains, syncedUntil } from './remains.ts';
import { replay } from './replay.ts';

const HABITS: Habits = { syncedUntil, filesKeepNames: () => false };

const SYNC_ROOT = [
  '8 openat(AT_FDCWD</>, "/r", O_RDONLY) = 9</r>',
  '8 fsync(9</r>) = 0',
  '8 close(9</r>) = 0',
];
const MAKE = (name: string, data: string) => [
  `8 openat(AT_FDCWD</>, "/r/${name}", O_WRONLY|O_CREAT|O_CLOEXEC, 0600) = 5</r/${name}>`,
  `8 write(5</r/${name}>, "${data}", ${data.length}) = ${data.length}`,
];

describe('The replay of a trace', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'almanac-replay-'));
  });
  after(() => rm(folder, { recursive: true }));

  const replayed = async (lines: readonly string[], texts: string[] = []) => {
    const file = join(folder, 'trace');
    await writeFile(file, lines.join('\n'));
    return replay(new Disk(), { file, folder: '/', root: '/r' }, texts);
  };

  /** What remains after these lines, as text. */
  const imageOf = async (lines: readonly string[], remains: Remains = modes.dropped(), habits = HABITS) => {
    const { disk } = await replayed(lines);
    const image = imageAt(disk, lines.length, habits, remains);
    return Object.fromEntries([...image].map(([path, content]) => [path, content?.toString('latin1')]));
  };

  it('A file remains if its content and its name were synced', async () => {
    const synced = [...MAKE('a', 'one'), '8 fdatasync(5</r/a>) = 0'];
    assert.deepEqual(await imageOf([...synced, ...SYNC_ROOT]), { a: 'one' });
    assert.deepEqual(await imageOf(synced), {}, 'without its name it is not found');
    assert.deepEqual(await imageOf([...MAKE('a', 'one'), ...SYNC_ROOT]), { a: '' }, 'its name alone');
    const linux = { ...HABITS, filesKeepNames: () => true };
    assert.deepEqual(await imageOf(synced, modes.dropped(), linux), { a: 'one' });
  });

  it('A killed process keeps all its writes, and a power loss keeps the synced ones', async () => {
    const lines = [
      ...MAKE('a', 'one'),
      '8 fsync(5</r/a>) = 0',
      ...SYNC_ROOT,
      '8 write(5</r/a>, "two", 3) = 3',
    ];
    assert.deepEqual(await imageOf(lines, modes.kept()), { a: 'onetwo' });
    assert.deepEqual(await imageOf(lines), { a: 'one' });
  });

  it('A failed or unfinished sync does not count as a sync', async () => {
    for (const sync of ['8 fsync(5</r/a>) = -1 EIO (Input/output error)', '8 fsync(5</r/a> <unfinished ...>'])
      assert.deepEqual(await imageOf([...MAKE('a', 'one'), ...SYNC_ROOT, sync]), { a: '' });
  });

  it('A write that ended after a sync began does not count as synced', async () => {
    const lines = [
      ...MAKE('a', 'one'),
      '9 pwrite64(5</r/a>, "two", 3, 3 <unfinished ...>',
      '8 fsync(5</r/a> <unfinished ...>',
      '9 <... pwrite64 resumed>) = 3',
      '8 <... fsync resumed>) = 0',
    ];
    assert.deepEqual(await imageOf([...lines, ...SYNC_ROOT]), { a: 'one' });
  });

  it('A later write that remains without an earlier one leaves a hole', async () => {
    const lines = [...MAKE('a', 'one'), ...SYNC_ROOT, '8 pwrite64(5</r/a>, "two", 3, 3) = 3'];
    const last: Remains = {
      name: () => true,
      content: change => ('at' in change && change.at === 3 ? [change] : []),
    };
    assert.deepEqual(await imageOf(lines, last), { a: '\0\0\0two' });
  });

  it('A renamed file has its old name, or none, until its folder is synced', async () => {
    const made = [...MAKE('a', 'one'), '8 fsync(5</r/a>) = 0', ...SYNC_ROOT];
    const renamed = [...made, '8 rename("/r/a", "/r/b") = 0'];
    assert.deepEqual(await imageOf(renamed), { a: 'one' });
    assert.deepEqual(await imageOf(renamed, modes.names()), { b: 'one' });
    assert.deepEqual(await imageOf([...renamed, ...SYNC_ROOT]), { b: 'one' });
    assert.deepEqual(await imageOf([...MAKE('a', 'one'), '8 rename("/r/a", "/r/b") = 0']), {});
  });

  it('A removed or replaced file remains as before until its folder is synced', async () => {
    const made = [...MAKE('a', 'one'), '8 fsync(5</r/a>) = 0', ...SYNC_ROOT];
    const removed = [...made, '8 unlink("/r/a") = 0'];
    assert.deepEqual(await imageOf(removed), { a: 'one' });
    assert.deepEqual(await imageOf([...removed, ...MAKE('a', 'two')]), { a: 'one' });
    assert.deepEqual(await imageOf([...removed, ...SYNC_ROOT]), {});
  });

  it('A folder whose name was not synced is lost with its files', async () => {
    const lines = [
      '8 mkdir("/r/f", 0700) = 0',
      ...MAKE('f/a', 'one'),
      '8 fsync(5</r/f/a>) = 0',
      '8 openat(AT_FDCWD</>, "/r/f", O_RDONLY|O_DIRECTORY) = 6</r/f>',
      '8 fsync(6</r/f>) = 0',
    ];
    assert.deepEqual(await imageOf(lines), {});
    assert.deepEqual(await imageOf([...lines, ...SYNC_ROOT]), { f: undefined, 'f/a': 'one' });
  });

  it('The replay understands escapes, several buffers, sizes and relative paths of a child', async () => {
    const lines = [
      '8 chdir("/r") = 0',
      '8 clone3({flags=CLONE_VM|CLONE_VFORK, exit_signal=SIGCHLD}, 88) = 9',
      '9 openat(AT_FDCWD</r>, "a,b", O_RDWR|O_CREAT, 0600) = 5</r/a,b>',
      String.raw`9 writev(5</r/a,b>, [{iov_base="\"\\\n\1", iov_len=4}, {iov_base="\0012\377", iov_len=3}], 2) = 7`,
      '9 ftruncate(5</r/a,b>, 9) = 0',
      '9 rename("a,b", "c") = 0',
    ];
    assert.deepEqual(await imageOf(lines, modes.kept()), { c: '"\\\n\x01\x012\xff\0\0' });
  });

  it('A write is placed at the position of its file, or at its end in append mode', async () => {
    const lines = [
      ...MAKE('a', 'abcdef'),
      '8 lseek(5</r/a>, 1, SEEK_SET) = 1',
      '8 write(5</r/a>, "XY", 2) = 2',
      '8 openat(AT_FDCWD</>, "/r/a", O_WRONLY|O_APPEND) = 6</r/a>',
      '8 write(6</r/a>, "!?", 2) = 1',
    ];
    assert.deepEqual(await imageOf(lines, modes.kept()), { a: 'aXYdef!' });
  });

  it('A reused descriptor means the new file while the old one is still being closed', async () => {
    const lines = [
      '8 clone3({flags=CLONE_VM|CLONE_FILES|CLONE_THREAD}, 88) = 9',
      ...MAKE('a', 'one'),
      '8 close(5</r/a> <unfinished ...>',
      '9 openat(AT_FDCWD</>, "/r/b", O_WRONLY|O_CREAT, 0600) = 5</r/b>',
      '8 <... close resumed>) = 0',
      '9 write(5</r/b>, "two", 3) = 3',
    ];
    assert.deepEqual(await imageOf(lines, modes.kept()), { a: 'one', b: 'two' });
  });

  it('The replay finds where an answer was first sent and a text first written', async () => {
    const id = '0f2c7a3e-0000-4000-8000-000000000001';
    const { answered, written } = await replayed(
      [
        '8 write(2<pipe:[7]>, "the secret is swordfish\\n", 24) = 24',
        `8 write(7<socket:[3]>, "HTTP/1.1 201 Created\\r\\nx-request-id: ${id}\\r\\n", 75 <unfinished ...>`,
        '8 <... write resumed>) = 75',
        '8 write(2<pipe:[7]>, "swordfish", 9) = 9',
      ],
      ['swordfish'],
    );
    assert.deepEqual([...answered], [[id, 2]]);
    assert.deepEqual([...written], [['swordfish', 1]]);
  });

  it('The replay fails where the effect of a call is unknown', async () => {
    const made = MAKE('a', 'one');
    await assert.rejects(replayed([...made, '8 write(5</r/a>, "two", 3 <unfinished ...>']), Interrupted);
    await assert.rejects(replayed([...made, '8 link("/r/a", "/r/b") = 0']), /does not know/);
    await assert.rejects(replayed(['8 openat(AT_FDCWD</>, "/r/b", O_RDWR) = 5</r/b>']), /never made/);
    const map = '8 mmap(NULL, 4096, PROT_READ|PROT_WRITE, MAP_SHARED, 5</r/a>, 0) = 0x7f0000000000';
    await assert.rejects(replayed([...made, map]), /written by memory/);
  });
});

describe('Torn writes', () => {
  it('A torn write has whole sectors, each at its own place', () => {
    const bytes = Buffer.from(Array.from({ length: 5000 }, (_, at) => at % 251));
    const change = { begun: 1, done: 2, at: 100, bytes };
    const chance = random(7);
    let lacking = 0;
    for (let attempt = 0; attempt < 200; attempt++) {
      const parts = tear(change, chance);
      for (const part of parts) {
        assert.ok(
          'bytes' in part &&
            part.bytes.equals(bytes.subarray(part.at - 100, part.at - 100 + part.bytes.length)),
        );
        assert.ok(part.at === 100 || part.at % 512 === 0);
        const end = part.at + part.bytes.length;
        assert.ok(end === 5100 || end % 512 === 0);
      }
      const length = parts.reduce((sum, part) => sum + ('bytes' in part ? part.bytes.length : 0), 0);
      if (length < bytes.length) lacking++;
    }
    assert.ok(lacking > 100);
  });
});
