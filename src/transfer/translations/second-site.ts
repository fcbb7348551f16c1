import { inDaysOf } from '../../events/whole-days.ts';
import { type Identity, identify, identifyLinked, type Origin } from '../../intake/identity.ts';
import { extrasOf } from '../../intake/reading/read-record.ts';
import { readTimes } from '../../intake/reading/read-times.ts';
import { placeInSeries } from '../../intake/reading/source-event.ts';
import { objects, pictureOf, textOf } from '../../intake/reading/values.ts';
import type { ImportRun } from '../../intake/run.ts';
import type { SourceItem } from '../../intake/source-item.ts';
import { eachLinked, eachWritten, KINDS, type LinkedType, type VersionedType } from '../../kinds.ts';
import { isObject, type JsonObject } from '../../lib/objects.ts';
import { fold } from '../../lib/text/search-terms.ts';
import { plainText } from '../../lib/text/text.ts';
import {
  type EventFacts,
  type NamedFacts,
  type NamedLines,
  namedFacts,
  pictureName,
  type SiteFacts,
} from './facts.ts';

/** A record of the second site. */
export interface SecondRecord {
  readonly type: VersionedType;
  /** Its title or name in plain text. */
  readonly title: string;
  readonly record: JsonObject;
  readonly identity: Identity;
  readonly origin: Origin;
}

/** The records of the second site, by type and identity. */
export class SecondSite {
  readonly records = eachWritten(() => new Map<string, SecondRecord>());
  readonly facts = {
    ...eachWritten(() => new Map<string, NamedFacts>()),
    event: new Map<string, EventFacts<string>>(),
  } satisfies SiteFacts<string>;
  /** How many events it has that say to be in another language. */
  inOtherLanguages = 0;
  /** How many events it has that are those of the first site. */
  untranslated = 0;
  readonly #occurrences = new Set<string>();
  readonly #run: ImportRun;
  readonly #language: string;

  constructor(run: ImportRun, language: string) {
    this.#run = run;
    this.#language = language;
  }

  /** Adds what was read. A record is read with every event that links to it, and the first one counts. */
  add(item: SourceItem): void {
    if (!('record' in item) || item.type === 'user' || item.type === 'image') return;
    const { type, record, origin } = item;
    if (type === 'event') this.#addEvent(record, origin);
    else this.#addNamed(type, record, origin);
  }

  /** Leaves out events that are those of the first site: a site may list what has no translation. */
  leaveOut(isOfFirst: (key: string) => boolean): void {
    for (const key of this.records.event.keys()) {
      if (!isOfFirst(key)) continue;
      this.records.event.delete(key);
      this.facts.event.delete(key);
      this.untranslated++;
    }
  }

  /** Whether an event is an occurrence of a series at its site. */
  isOccurrence(key: string): boolean {
    return this.#occurrences.has(key);
  }

  #addEvent(record: JsonObject, origin: Origin): void {
    const written = declaredLanguage(record);
    if (written !== '' && written !== this.#language) {
      this.inOtherLanguages++;
      return;
    }
    const identity = identify(record, textOf(record.title), origin);
    const { key } = identity;
    if (this.records.event.has(key)) return;
    const title = plainText(textOf(record.title));
    this.records.event.set(key, { type: 'event', title, record, identity, origin });
    const own: Origin = { ...origin, base: identity.base };
    const links = eachLinked(type =>
      objects(record[KINDS[type].linkedAs]).map(one => this.#addNamed(type, one, own)),
    );
    const read = readTimes(record, this.#run.source.zone);
    if ('refused' in read) return;
    const { start_at: start, end_at: end } = inDaysOf(this.#run.config.TIME_ZONE.id, read.times);
    const extras = extrasOf(record, this.#run.source);
    const { series, occurrence } = placeInSeries(this.#run.source, record, extras, identity);
    if (occurrence) this.#occurrences.add(key);
    this.facts.event.set(key, {
      ...{ title, folded: fold(title), start, end, repeats: series !== undefined },
      ...{ picture: pictureName(pictureOf(record)), ...links },
    });
  }

  #addNamed(type: LinkedType, record: JsonObject, origin: Origin): string {
    const identity = identifyLinked(type, record, origin);
    const { key } = identity;
    if (this.records[type].has(key)) return key;
    const facts = namedFacts(LINES[type](record));
    this.records[type].set(key, { type, title: facts.title, record, identity, origin });
    this.facts[type].set(key, facts);
    return key;
  }
}

const nameOf = (value: unknown): string => plainText(textOf(isObject(value) ? undefined : value));

const termLines = ({ name, slug }: JsonObject): NamedLines => ({ name: nameOf(name), slug: textOf(slug) });

/** The lines by which a record of a site is recognised. */
const LINES: Record<LinkedType, (record: JsonObject) => NamedLines> = {
  venue: ({ venue, address, city, zip, geo_lat, geo_lng }) => ({
    name: nameOf(venue),
    ...{ address: textOf(address), city: textOf(city), zip: textOf(zip) },
    ...{ latitude: numberOf(geo_lat), longitude: numberOf(geo_lng) },
  }),
  organizer: ({ organizer, email }) => ({ ...{ name: nameOf(organizer), email: textOf(email) } }),
  category: termLines,
  tag: termLines,
};

const numberOf = (value: unknown): number | null => {
  const number = textOf(value) === '' ? Number.NaN : Number(textOf(value));
  return Number.isFinite(number) ? number : null;
};

/** The language that a record says to be in, without its country; '' for none. */
export const declaredLanguage = (record: JsonObject): string =>
  LANGUAGES.map(name => bareLanguage(record[name])).find(language => language !== '') ?? '';

const LANGUAGES = ['lang', 'language', 'wpml_current_locale', 'polylang_current_lang'];

/** `fr` of `fr_FR` or `fr-CA`; '' for what is no language. */
export const bareLanguage = (value: unknown): string =>
  /^([a-z]{2,3})(?:[-_][a-z\d]+)*$/i.exec(textOf(value))?.[1]?.toLowerCase() ?? '';
