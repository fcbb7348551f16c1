import { cp, mkdir, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ImageConfig, isSent, readImage, type Step } from './dockerfile.ts';
import { Inside, runIn, runWell, withVariables } from './namespaces.ts';
import type { Root } from './roots.ts';

export const checkout = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Carries out the instructions of the Dockerfile in a root, which stands for the image that it begins with.
 * @param release the folder that stands for `release` of the checkout
 * @returns what a container is, and the megabytes that apt has fetched
 */
export async function buildImage(
  root: Root,
  release: string,
): Promise<{ image: ImageConfig; output: string }> {
  const { steps, image } = readImage(await readFile(join(checkout, 'Dockerfile'), 'utf8'), {
    TARGETARCH: 'amd64',
  });
  const ignore = await readFile(join(checkout, '.dockerignore'), 'utf8');
  let output = '';
  for (const step of steps) {
    if (step.kind === 'copy') await copy(step, root, ignore);
    else output += await carryOut(step, root, release, ignore);
  }
  return { image, output };
}

async function copy({ from, to, mode }: Extract<Step, { kind: 'copy' }>, root: Root, ignore: string) {
  for (const source of from) {
    if (!isSent(ignore, source)) throw new Error(`.dockerignore leaves out ${source}`);
    const target = join(root.path, to.endsWith('/') ? join(to, basename(source)) : to);
    await mkdir(join(target, '..'), { recursive: true });
    await cp(join(checkout, source), target);
    await runWell(['chmod', mode, target]);
  }
}

async function carryOut(
  { line, args, binds }: Extract<Step, { kind: 'run' }>,
  root: Root,
  release: string,
  ignore: string,
) {
  const folders = await Promise.all(
    binds.map(async ({ source, target }) => {
      if (source !== 'release') throw new Error(`${source} is not known as a folder of the build`);
      for (const name of await readdir(release))
        if (!isSent(ignore, join(source, name))) throw new Error(`.dockerignore leaves out ${name}`);
      return [target, release] as const;
    }),
  );
  return runIn(root.path, [...withVariables(args), 'sh', '-c', line], { binds: Object.fromEntries(folders) });
}

/** Starts a container of an image, with a folder as its volume. */
export function startContainer(
  root: Root,
  { env, user, workdir, entrypoint, command, volumes }: ImageConfig,
  volume: string,
) {
  const words = [
    ...withVariables({ ...env, HOME: '/' }),
    ...as(user),
    ...['env', `--chdir=${workdir}`],
    ...entrypoint,
    ...command,
  ];
  return Inside.start(root.path, words, { isApart: true, binds: { [volumes[0]!]: volume } });
}

/** Runs a command in a container, as `docker exec` does. */
export const execIn = (container: Inside, { env, user, workdir }: ImageConfig, words: readonly string[]) =>
  container.run([...as(user), 'env', `--chdir=${workdir}`, ...words], { variables: env });

const as = (user: string): string[] => ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups'];
