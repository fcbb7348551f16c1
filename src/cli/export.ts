import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { addAbortSignal, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { openPrivate, syncFolder } from '../lib/private-files.ts';
import { visible } from '../lib/text/characters.ts';
import { assertStore, type Command, UsageError, withStore } from './command.ts';
import { outputError, writer } from './output.ts';
import { giveWay, stoppable } from './stopping.ts';

export const exportCommand: Command = {
  usage: '[FILE]',
  meaning:
    'Write all records as JSON, in the form of the interface, to a file or to the standard output. The export contains drafts, e-mail addresses of accounts and hashes of event passwords.',
  options: {
    'with-images': { type: 'boolean', meaning: 'include the image files' },
  },
  async run(called) {
    const {
      arguments: [file, ...more],
      options,
    } = called;
    if (more.length > 0) throw new UsageError('Only one FILE is expected.');
    giveWay();
    // Loaded here, so that other commands start without it.
    const { exportAll } = await import('../transfer/export/export.ts');
    const images = options['with-images'] === true;
    return withStore(called, async (db, { config }) => {
      let unreadable = 0;
      const onUnreadable = (name: string, { code, message }: NodeJS.ErrnoException) => {
        unreadable++;
        console.error(visible(`Not in the export: images/${name} (${code ?? message})`));
      };
      const exportTo = (stream: Writable) => exportAll(db, config, writer(stream), { images, onUnreadable });
      const end = (counts: object) => {
        print(counts, unreadable);
        return unreadable > 0 ? 1 : 0;
      };
      if (file === undefined) return end(await exportTo(process.stdout));
      assertStore(config, file);
      return stoppable(file, async signal => end(await written(file, exportTo, signal)));
    });
  },
};

/**
 * Writes a file that gets its name only once it is complete and on disk. An incomplete file is removed, because it
 * may contain password hashes.
 */
async function written<Result>(
  file: string,
  write: (stream: Writable) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const unfinished = `${file}.part`;
  const stream = await writable(unfinished, signal);
  try {
    const result = await write(stream);
    stream.end();
    await finished(stream);
    await rename(unfinished, file);
    await syncFolder(dirname(file));
    return result;
  } catch (error) {
    stream.destroy();
    await rm(unfinished, { force: true });
    throw outputError(error as Error);
  }
}

function print(counts: object, unreadable: number): void {
  console.error(
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', '),
  );
  if (unreadable > 0)
    console.error(
      `${unreadable} image ${unreadable === 1 ? 'file is' : 'files are'} missing in it, see above.`,
    );
  console.error('The export contains data that is not public: protect it like the store.');
}

/** A new file that only its owner may read. */
async function writable(file: string, signal: AbortSignal): Promise<Writable> {
  const opened = await openPrivate(file, 'w').catch(error => {
    throw new UsageError(`FILE: ${file} cannot be written (${error.code}).`);
  });
  const stream = addAbortSignal(signal, opened.createWriteStream({ flush: true }));
  // Each write reports its own error.
  stream.on('error', () => {});
  return stream;
}
