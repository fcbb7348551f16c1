import { createReadStream } from 'node:fs';

/** A system call in strace's output. */
export interface Call {
  /** The number of the thread. */
  thread: number;
  name: string;
  /** The text between its parentheses. */
  args: string;
  /** A number, with its meaning or the error; `?` if the thread ended before. */
  result: string;
  /** The lines of the trace at which it began and ended; Infinity if no end was traced. */
  begun: number;
  done: number;
}

interface Begun {
  name: string;
  args: string;
  begun: number;
}

/** The calls of a trace in the order in which they ended. Calls without an end come last. */
export async function* readCalls(file: string): AsyncGenerator<Call> {
  const open = new Map<number, Begun>();
  let line = 0;
  for await (const text of linesOf(file)) {
    line++;
    const [, pid = '', rest = ''] = /^(\d+) +(.*)$/s.exec(text) ?? [];
    const thread = Number(pid);
    if (rest.endsWith(UNFINISHED)) open.set(thread, beginning(rest, line));
    else if (rest.startsWith('<... ')) {
      const begun = open.get(thread);
      if (begun) yield { thread, ...ending(begun, rest.slice(rest.indexOf('>') + 1), line) };
      open.delete(thread);
    } else if (/^\w+\(/.test(rest)) {
      const at = rest.indexOf('(');
      yield {
        thread,
        ...ending({ name: rest.slice(0, at), args: '', begun: line }, rest.slice(at + 1), line),
      };
    }
  }
  for (const [thread, begun] of open) yield { thread, ...begun, result: '?', done: Infinity };
}

const UNFINISHED = ' <unfinished ...>';

function beginning(text: string, begun: number): Begun {
  const at = text.indexOf('(');
  return { name: text.slice(0, at), args: text.slice(at + 1, -UNFINISHED.length), begun };
}

function ending({ name, args, begun }: Begun, rest: string, line: number) {
  const at = rest.lastIndexOf(' = ');
  const result = rest.slice(at + 3);
  const text = args + rest.slice(0, rest.lastIndexOf(')', at));
  return { name, args: text, result, begun, done: result.startsWith('?') ? Infinity : line };
}

/** Lines as Latin 1: the trace is ASCII, and some lines are very long. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let pieces: string[] = [];
  for await (const chunk of createReadStream(file, { encoding: 'latin1', highWaterMark: 1 << 20 })) {
    const lines = (chunk as string).split('\n');
    for (const line of lines.slice(0, -1)) {
      yield pieces.length === 0 ? line : pieces.join('') + line;
      pieces = [];
    }
    pieces.push(lines.at(-1)!);
  }
  const last = pieces.join('');
  if (last !== '') yield last;
}
