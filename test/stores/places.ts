import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The files of a kept store. */
export const FILES = {
  sqlite: 'almanac.sqlite.gz',
  postgres: 'postgres.sql',
  images: 'images',
  /** The bundle of its service. */
  service: 'service.br',
  /** The application passwords of its accounts, by login. */
  secrets: 'secrets.json',
  answers: 'answers.json',
};

/** The folder of the store that a version has left. */
export const folderOf = (version: string): string => fileURLToPath(new URL(version, import.meta.url));

/** The versions whose stores are kept. */
export const keptVersions = (): string[] =>
  readdirSync(fileURLToPath(new URL('.', import.meta.url))).filter(name => /^\d/.test(name));
