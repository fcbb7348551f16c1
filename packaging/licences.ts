import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './packages.ts';

/** The licences of the packages whose code or files are in a release itself, from the folders of these packages. */
export function licences(folders: readonly string[]): string {
  const texts = [...new Set(folders)].sort().map(folder => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    return [`${name} ${version} (${license})`, ...textsIn(folder)].join('\n\n');
  });
  return `Almanac contains code and files of these packages.\n\n${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

const textsIn = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter(name => /^(licen[cs]e|copying|notice)/i.test(name))
    .sort()
    .map(name => readFileSync(join(root, folder, name), 'utf8').trim());

/** The folder of the package of a file: `node_modules/@a/b` of `node_modules/@a/b/lib/c.js`. */
export const packageOf = (file: string): string | undefined =>
  /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];
