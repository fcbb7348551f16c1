import { createReadStream } from 'node:fs';
import { KINDS, type KindName, kindNames } from '../../kinds.ts';
import { isObject, type JsonObject } from '../../lib/objects.ts';
import { BrokenJson, type JsonPart, readParts } from './parts.ts';

/** The lists in responses and exports, with the type of their records. */
export const LISTS = {
  ...Object.fromEntries(kindNames.map(type => [KINDS[type].collection, type])),
  users: 'user',
} as Readonly<{ [Type in KindName as (typeof KINDS)[Type]['collection']]: Type } & { users: 'user' }>;

export type CollectionName = keyof typeof LISTS;

const listNames = new Set<string>(Object.keys(LISTS));

const CHUNK = 256 * 1024;

/**
 * The parts of a file.
 * @throws BrokenJson, and errors of the file system
 */
export const partsOfFile = (path: string): AsyncGenerator<JsonPart> =>
  readParts(createReadStream(path, { encoding: 'utf8', highWaterMark: CHUNK }), listNames);

/** A response: its lists by name, and its other members. */
export interface SourceDocument {
  lists: Map<CollectionName, JsonObject[]>;
  members: JsonObject;
}

/** Reads a whole response; undefined unless it is a JSON object. */
export async function readDocument(body: string): Promise<SourceDocument | undefined> {
  if (!/^[\s\uFEFF]*\{/.test(body)) return undefined;
  const lists = new Map<CollectionName, JsonObject[]>();
  const members: [string, unknown][] = [];
  try {
    for await (const part of readParts(chunksOf(body), listNames)) {
      if ('member' in part) members.push([part.member, part.value]);
      // The parser reads only these names as lists.
      else if ('begins' in part) lists.set(part.begins as CollectionName, []);
      else if (isObject(part.item)) lists.get(part.list as CollectionName)?.push(part.item);
    }
  } catch (error) {
    if (error instanceof BrokenJson) return undefined;
    throw error;
  }
  return { lists, members: Object.fromEntries(members) };
}

async function* chunksOf(body: string): AsyncGenerator<string> {
  for (let at = 0; at < body.length; at += CHUNK) yield body.slice(at, at + CHUNK);
}
