/** One instruction of a Dockerfile: its keyword, its flags (`--chmod=755`), and its rest. */
export interface Instruction {
  readonly keyword: string;
  readonly flags: readonly string[];
  readonly rest: string;
}

/** What a container of an image is. */
export interface ImageConfig {
  readonly from: string;
  readonly env: Readonly<Record<string, string>>;
  readonly user: string;
  readonly workdir: string;
  readonly volumes: readonly string[];
  readonly ports: readonly string[];
  readonly stopSignal: string;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
}

/** A step that changes the files of an image. */
export type Step =
  | {
      readonly kind: 'run';
      readonly line: string;
      readonly args: Readonly<Record<string, string>>;
      readonly binds: readonly Bind[];
    }
  | { readonly kind: 'copy'; readonly from: readonly string[]; readonly to: string; readonly mode: string };

/** A folder of the checkout that a step sees. */
export interface Bind {
  readonly source: string;
  readonly target: string;
}

const KNOWN = [
  'FROM',
  'ARG',
  'RUN',
  'COPY',
  'ENV',
  'USER',
  'WORKDIR',
  'VOLUME',
  'EXPOSE',
  'STOPSIGNAL',
  'HEALTHCHECK',
  'ENTRYPOINT',
  'CMD',
];

/** The instructions of a Dockerfile. @throws at what it does not know */
export function parseDockerfile(text: string): Instruction[] {
  const lines = text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, '')
    .split('\n');
  return lines
    .map(line => line.trim())
    .filter(line => line !== '')
    .map(line => {
      const [, keyword = '', flags = '', rest = ''] = /^([A-Z]+)((?:\s+--[^\s]+)*)\s+(.*)$/.exec(line) ?? [];
      if (!KNOWN.includes(keyword)) throw new Error(`This instruction is not known: ${line}`);
      return { keyword, flags: flags.split(/\s+/).filter(Boolean), rest };
    });
}

/**
 * The steps of an image, and what it is. Only what our Dockerfile uses is known: one stage, commands of containers in
 * exec form, folders of the checkout.
 * @param args values of ARG
 * @throws at what it does not know
 */
export function readImage(
  text: string,
  args: Readonly<Record<string, string>>,
): { steps: Step[]; image: ImageConfig } {
  const instructions = parseDockerfile(text);
  const steps: Step[] = [];
  const known: Record<string, string> = {};
  const env: Record<string, string> = {};
  const one = (keyword: string) => {
    const found = instructions.filter(instruction => instruction.keyword === keyword);
    if (found.length !== 1) throw new Error(`${keyword}: expected once, not ${found.length} times`);
    return found[0]!;
  };
  if (instructions[0] !== one('FROM')) throw new Error('FROM: expected first');
  for (const { keyword, flags, rest } of instructions) {
    if (keyword === 'ARG') known[rest] = argument(args, rest);
    else if (keyword === 'ENV') Object.assign(env, assignments(rest));
    else if (keyword === 'RUN')
      steps.push({ kind: 'run', line: rest, args: { ...known }, binds: flags.map(bindOf) });
    else if (keyword === 'COPY') steps.push(copyOf(flags, rest));
    else if (keyword !== 'HEALTHCHECK' && flags.length > 0)
      throw new Error(`${keyword}: unknown flag ${flags[0]}`);
  }
  const words = (keyword: string) => execForm(one(keyword).rest);
  const plain = (keyword: string) => one(keyword).rest;
  return {
    steps,
    image: {
      ...{ from: plain('FROM'), env, user: plain('USER'), workdir: plain('WORKDIR') },
      ...{ volumes: [plain('VOLUME')], ports: [plain('EXPOSE')], stopSignal: plain('STOPSIGNAL') },
      ...{ entrypoint: words('ENTRYPOINT'), command: words('CMD') },
      healthcheck: execForm(plain('HEALTHCHECK').replace(/^CMD /, '')),
    },
  };
}

function argument(args: Readonly<Record<string, string>>, name: string): string {
  const value = args[name];
  if (value === undefined) throw new Error(`ARG ${name}: no value is known`);
  return value;
}

function assignments(rest: string): Record<string, string> {
  const pairs = rest.split(/\s+/).map(pair => /^(\w+)=([^"'$\\]*)$/.exec(pair));
  const wrong = pairs.indexOf(null);
  if (wrong >= 0) throw new Error(`ENV: expected NAME=value without quotes, not ${rest.split(/\s+/)[wrong]}`);
  return Object.fromEntries(pairs.map(pair => [pair![1]!, pair![2]!]));
}

/** A command without a shell, to which signals come. */
function execForm(rest: string): string[] {
  const words = rest.startsWith('[') ? JSON.parse(rest) : undefined;
  if (!Array.isArray(words)) throw new Error(`Expected the exec form, not ${rest}`);
  return words;
}

function bindOf(flag: string): Bind {
  const [, source, target] = /^--mount=type=bind,source=([\w./-]+),target=(\/[\w./-]+)$/.exec(flag) ?? [];
  if (source === undefined || target === undefined) throw new Error(`RUN: unknown flag ${flag}`);
  return { source, target };
}

function copyOf(flags: readonly string[], rest: string): Step {
  const [, mode] = /^--chmod=(\d+)$/.exec(flags.join(' ')) ?? [];
  if (mode === undefined) throw new Error(`COPY: expected --chmod alone, not ${flags.join(' ')}`);
  const words = rest.split(/\s+/);
  const to = words.pop()!;
  if (words.length > 1 && !to.endsWith('/')) throw new Error(`COPY: ${to} is no folder`);
  return { kind: 'copy', from: words, to, mode };
}

/** Whether .dockerignore leaves a path of the checkout to the build: the last line that fits decides. */
export function isSent(ignore: string, path: string): boolean {
  const lines = ignore.split('\n').filter(line => line.trim() !== '' && !line.startsWith('#'));
  return lines.reduce((sent, line) => {
    const pattern = line.replace(/^!/, '');
    const expression = RegExp.escape(pattern).replaceAll('\\*', '[^/]*');
    return new RegExp(`^${expression}(/|$)`).test(path) ? line.startsWith('!') : sent;
  }, true);
}
