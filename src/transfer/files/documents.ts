import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { Config } from '../../config.ts';
import type { Origin } from '../../intake/identity.ts';
import { objects, textOf } from '../../intake/reading/values.ts';
import { because } from '../../intake/reason.ts';
import { SourceError, type SourceItem, typeOfRecord } from '../../intake/source-item.ts';
import { KINDS, type KindName, kindNames, writtenTypes } from '../../kinds.ts';
import { isObject, type JsonObject } from '../../lib/objects.ts';
import { yieldIfDue } from '../../lib/pacer.ts';
import { calendarFile, calendarOf } from '../calendar/source.ts';
import { readSheets, type SheetOptions } from '../sheets/read-sheets.ts';
import { sheetFile } from '../sheets/source.ts';
import { BrokenJson, type JsonPart, readParts } from './parts.ts';

/** The lists in responses and exports, with the type of their records. */
export const LISTS = {
  ...Object.fromEntries(kindNames.map(type => [KINDS[type].collection, type])),
  users: 'user',
} as Readonly<{ [Type in KindName as (typeof KINDS)[Type]['collection']]: Type } & { users: 'user' }>;

export type CollectionName = keyof typeof LISTS;

const listNames = new Set<string>(Object.keys(LISTS));

const CHUNK = 256 * 1024;

/** The parts of a document, of whose empty records only the first: the others say nothing more, and may be millions. */
async function* partsIn(chunks: AsyncIterable<string>): AsyncGenerator<JsonPart> {
  let isTold = false;
  for await (const part of readParts(chunks, listNames)) {
    const isEmpty = 'item' in part && isObject(part.item) && Object.keys(part.item).length === 0;
    if (isEmpty && isTold) await yieldIfDue();
    else yield part;
    isTold ||= isEmpty;
  }
}

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
    for await (const part of partsIn(chunksOf(body))) {
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

/**
 * The records of a file: a spreadsheet, a calendar, a response of the interface, a list of responses, an export, a record or a list of
 * records.
 * @throws {SourceError} where the file becomes unreadable
 */
export async function* readFile(
  path: string,
  config: Config,
  options: SheetOptions = {},
): AsyncGenerator<SourceItem> {
  const base = `file:${basename(path)}`;
  const fail = (error: unknown) => Promise.reject(unreadable(error));
  const sheet = await sheetFile(path).catch(fail);
  if (sheet) return yield* readSheets(sheet, base, config, options);
  const calendar = await calendarFile(path).catch(fail);
  if (calendar) yield* await calendarOf(calendar, base, config);
  else yield* readJsonFile(path);
}

async function* readJsonFile(path: string): AsyncGenerator<SourceItem> {
  let origin: Origin = { base: `file:${basename(path)}`, host: undefined, store: undefined };
  const record: [string, unknown][] = [];
  try {
    for await (const part of partsIn(createReadStream(path, { encoding: 'utf8', highWaterMark: CHUNK }))) {
      if ('begins' in part) {
        yield { pause: true };
      } else if ('member' in part) {
        if (part.member === 'almanac' && isObject(part.value)) {
          const store = textOf(part.value.site) === '' ? textOf(part.value.store) : '';
          origin = { ...origin, store: store || undefined };
          yield { header: part.value, origin };
        }
        record.push([part.member, part.value]);
      } else if (part.list === undefined) {
        yield* recordsOf(part.item, origin);
      } else if (isObject(part.item)) {
        // The parser reads only these names as lists.
        yield { record: part.item, type: LISTS[part.list as CollectionName], origin };
      }
    }
  } catch (error) {
    throw unreadable(error);
  }
  yield* remaining(Object.fromEntries(record), origin);
}

/** The meaning of the members outside of lists: a single record, or the totals of a page. */
function* remaining(members: JsonObject, origin: Origin): Generator<SourceItem> {
  if ('id' in members || 'title' in members) yield* recordsOf(members, origin);
  else if (Number(members.total_pages) > 1) {
    yield { note: because('one_of_pages', { count: Number(members.total_pages) }) };
  }
}

/** The records of one list item: those of a response, or the item itself. */
function* recordsOf(item: unknown, origin: Origin): Generator<SourceItem> {
  if (!isObject(item)) return;
  const lists = (Object.keys(LISTS) as CollectionName[]).filter(name => Array.isArray(item[name]));
  if (lists.length > 0 && !('id' in item)) {
    for (const name of ANSWERED.filter(known => lists.includes(known))) {
      for (const record of objects(item[name])) yield { record, type: LISTS[name], origin };
      yield { pause: true };
    }
    return;
  }
  // An item of unknown type is reported as an event, the likeliest type.
  yield { record: item, type: typeOfRecord(item) ?? 'event', origin };
}

/** The lists of responses. Lists come before those that refer to them. */
const ANSWERED: readonly CollectionName[] = writtenTypes.map(type => KINDS[type].collection);

function unreadable(error: unknown): Error {
  if (error instanceof SourceError) return error;
  const { code, message } = error as { code?: string; message: string };
  if (code === 'ENOENT') return new SourceError(because('no_such_file'));
  return code ? new SourceError(because('file_unread', { why: message })) : (error as Error);
}
