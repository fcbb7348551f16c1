import { ownUid } from '../../events/event.ts';
import { calendarKey } from '../../intake/identity.ts';
import { importedBelow, type KnownImport } from '../../intake/imported.ts';
import { fingerprintOf } from '../../intake/plans/plan.ts';
import { namesOf } from '../../intake/plans/plan-event.ts';
import { textOf } from '../../intake/reading/values.ts';
import { because, isReason, type Reason } from '../../intake/reason.ts';
import { skip } from '../../intake/report.ts';
import type { ImportRun } from '../../intake/run.ts';
import type { CalendarHead, RecordItem } from '../../intake/source-item.ts';
import { isObject, type JsonObject } from '../../lib/objects.ts';
import { storeId } from '../../records/store-id.ts';
import { reportVanished, withoutPast } from './vanished.ts';

/** Compares a calendar with what earlier imports of it have read. */
export class CalendarLoad {
  readonly #run: ImportRun;
  readonly #load: CalendarHead;
  readonly #store: string;
  /** The events that earlier imports have read, by identity. */
  readonly #earlier: ReadonlyMap<string, KnownImport>;
  /** Those that this calendar no longer has, by content: their identity may have changed. */
  readonly #absent: Map<string, string[]>;
  readonly #found = new Set<string>();
  /** The identities of what a spreadsheet had that is over, also by content and start. */
  readonly #over = new Map<string, string>();
  /** The identities of those that this calendar calls by a new name. */
  readonly #series = new Map<string, string>();

  static async open(run: ImportRun, load: CalendarHead): Promise<CalendarLoad> {
    run.source = { ...run.source, isCalendar: true };
    const earlier = await importedBelow(run.db, 'event', load.base);
    const all = [...earlier.values()];
    // What a spreadsheet has no more is what is over or was deleted here: the next date of the same is another event.
    const isHere = ({ gone, trashed }: KnownImport) => !gone && !trashed;
    const movable = load.isSheet ? (await withoutPast(run, all)).filter(isHere) : all;
    return new CalendarLoad(run, load, earlier, movable, await storeId(run.db));
  }

  private constructor(
    run: ImportRun,
    load: CalendarHead,
    earlier: ReadonlyMap<string, KnownImport>,
    movable: readonly KnownImport[],
    store: string,
  ) {
    this.#run = run;
    this.#load = load;
    this.#earlier = earlier;
    this.#store = store;
    const present = new Set([...load.keys].map(key => calendarKey(load.base, key)));
    const absent = movable
      .filter(({ source, isOccurrence }) => !present.has(source) && !isOccurrence)
      .map(({ source }) => source)
      .sort();
    this.#absent = Map.groupBy(absent, source => this.#contentOf(source));
    this.#absent.delete('');
    for (const one of new Set(earlier.values()).difference(new Set(movable)))
      for (const name of [one.source, `${this.#contentOf(one.source)} ${one.start_date}`])
        this.#over.set(name, one.source);
  }

  /** The record with the identity under which it is imported, or why it is left out. */
  identified(item: RecordItem): RecordItem | { why: Reason } {
    const extras = item.record.almanac as JsonObject;
    const placed = this.#placed(extras);
    const source = this.#identityOf(extras, placed.occurrence);
    const content = extras.cancels === true ? this.#contentOf(source) : extras.content;
    // A series that has lost all its dates is as gone as an event that is not in the calendar.
    if (!isReason(extras.refused) || extras.refused.code !== 'on_no_date') this.#found.add(source);
    const why = this.#refusal(extras, source, placed.occurrence?.source);
    if (why !== undefined) {
      skip(this.#run.report, { source, type: 'event', why }, namesOf(item.record));
      return { why };
    }
    return { ...item, record: { ...item.record, almanac: { ...extras, ...placed, source, content } } };
  }

  /** The series of an occurrence, by the identity under which that is imported. */
  #placed({ occurrence }: JsonObject): { occurrence?: JsonObject & { source: string } } {
    if (!isObject(occurrence)) return {};
    const key = textOf(occurrence.series);
    return { occurrence: { ...occurrence, source: this.#series.get(key) ?? this.#key(key) } };
  }

  #identityOf(extras: JsonObject, occurrence: (JsonObject & { source: string }) | undefined): string {
    const key = textOf(extras.key);
    const own = this.#key(key);
    if (occurrence) {
      const series = textOf(occurrence.series);
      // The identity of an occurrence goes on from that of its series.
      const start = occurrence.source.slice(this.#key('').length);
      return occurrence.source === this.#key(series) ? own : this.#key(start + key.slice(series.length));
    }
    const former = this.#formerOf(extras);
    if (former !== undefined) return former;
    // A message says too little to recognise an event that it does not name.
    const source = extras.cancels === true ? own : this.#sourceOf(own, textOf(extras.content));
    if (source !== own) this.#series.set(key, source);
    return source;
  }

  /** The identity of an event that was a year before, and is over, if the year of this one was not said. */
  #formerOf({ former, content }: JsonObject): string | undefined {
    if (!isObject(former)) return undefined;
    return this.#over.get(this.#key(textOf(former.key))) ?? this.#over.get(`${content} ${former.start}`);
  }

  #key(name: string): string {
    return calendarKey(this.#load.base, name);
  }

  /** Reports what the calendar has no more, and moves it to the trash if that is wanted. */
  async finish(): Promise<void> {
    if (!this.#load.isWhole) return;
    // A former exception is an ordinary occurrence now: its series has not vanished.
    const events = [...this.#earlier.values()].filter(({ isOccurrence }) => !isOccurrence);
    const unread = new Set((this.#load.unread ?? []).map(key => this.#key(key)));
    const lengths = new Set([...unread].map(({ length }) => length));
    const isUnread = (source: string) => [...lengths].some(length => unread.has(source.slice(0, length)));
    const missing = events.filter(({ source }) => !this.#found.has(source) && !isUnread(source));
    await reportVanished(this.#run, missing, events);
  }

  /**
   * An event with a new identity is an earlier one if that has vanished and says the same: some programs give all events
   * a new identity each time. The earlier identity stays.
   */
  #sourceOf(source: string, content: string): string {
    if (this.#earlier.has(source)) return source;
    return this.#absent.get(content)?.shift() ?? source;
  }

  /** The part of a stored fingerprint that identifies an event by its content. */
  #contentOf(source: string): string {
    return fingerprintOf(this.#earlier.get(source)).content;
  }

  #refusal(extras: JsonObject, source: string, series: string | undefined): Reason | undefined {
    const { occurrence, refused } = extras;
    const uid = textOf(isObject(occurrence) ? occurrence.series : extras.uid);
    const [id = ''] = uid.split('@');
    if (/^\d+$/.test(id) && uid === ownUid(Number(id), this.#store)) return because('own_record');
    if (isReason(refused)) return refused;
    // Once a date without a year is over, it would be that of the next year.
    if (this.#formerOf(extras) !== undefined)
      return because('uncertain', { text: textOf((extras.former as JsonObject).text).slice(0, 100) });
    const isKnown = this.#earlier.has(source) || (series !== undefined && this.#earlier.has(series));
    if (extras.cancels === true && !isKnown) return because('canceled_before');
    return undefined;
  }
}
