import { yieldIfDue } from '../../lib/pacer.ts';

const CHUNK = 64 * 1024;

/** Prints an object member by member, one record per line in its lists, in chunks. */
export function printer(write: (chunk: string) => Promise<void>, signal: AbortSignal | undefined) {
  let separator = '{';
  let waiting = '';
  const print = async (text: string) => {
    waiting += text;
    if (waiting.length < CHUNK) return;
    signal?.throwIfAborted();
    await write(waiting);
    waiting = '';
  };
  const begin = (name: string) => {
    const text = `${separator}\n${JSON.stringify(name)}:`;
    separator = ',';
    return text;
  };
  return {
    member: (name: string, value: unknown) => print(begin(name) + JSON.stringify(value)),
    async list(name: string, records: AsyncIterable<object>): Promise<number> {
      let count = 0;
      await print(`${begin(name)}[`);
      for await (const record of records) {
        await yieldIfDue();
        await print(`${count++ === 0 ? '' : ','}\n${JSON.stringify(record)}`);
      }
      await print(']');
      return count;
    },
    async end() {
      await write(`${waiting}\n}\n`);
    },
  };
}
