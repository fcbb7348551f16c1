import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type Command, UsageError, withStore } from './command.ts';
import { giveWay } from './give-way.ts';
import { writer } from './output.ts';

export const exportCommand: Command = {
  usage: '[FILE]',
  meaning:
    'Write all records as JSON, in the form of the interface, to a file or to the standard output. Drafts, e-mail addresses of accounts and hashes of the passwords of events are in it.',
  options: {
    'with-images': { type: 'boolean', meaning: 'put the files of the pictures into the export' },
  },
  async run({ config, arguments: [file, ...more], options }) {
    if (more.length > 0) throw new UsageError('Only one FILE is expected.');
    giveWay();
    // Other commands start without it.
    const { exportAll } = await import('../transfer/export.ts');
    return withStore(config, async db => {
      // Under its own name only once it is whole; it may hold hashes of passwords.
      const unfinished = file && `${file}.part`;
      const stream = unfinished ? await writable(unfinished) : process.stdout;
      const counts = await exportAll(db, config, writer(stream), { images: options['with-images'] === true });
      if (file && unfinished) {
        stream.end();
        await finished(stream);
        await rename(unfinished, file);
      }
      console.error(
        Object.entries(counts)
          .map(([name, count]) => `${count} ${name}`)
          .join(', '),
      );
      console.error('It holds what is not public: keep it as you keep the store.');
      return 0;
    });
  },
};

/** A new file that its owner alone may read. */
async function writable(file: string): Promise<Writable> {
  const stream = createWriteStream(file, { mode: 0o600 });
  await once(stream, 'open').catch(error => {
    throw new UsageError(`FILE: ${file} cannot be written (${error.code}).`);
  });
  // Each write tells of its own.
  stream.on('error', () => {});
  return stream;
}
