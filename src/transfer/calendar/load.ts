import { ownUid } from '../../events/uid.ts';
import { storeId } from '../../records/store-id.ts';
import type { CalendarHead, SourceItem } from '../found.ts';
import { calendarKey } from '../identity.ts';
import { importedBelow, type Known } from '../imported.ts';
import { type JsonObject, textOf } from '../json.ts';
import { skip } from '../report.ts';
import type { Run } from '../run.ts';
import { reportVanished } from './vanished.ts';

type RecordItem = Extract<SourceItem, { record: unknown }>;

/** Compares a calendar with what earlier imports of it have read. */
export class CalendarLoad {
  readonly #run: Run;
  readonly #load: CalendarHead;
  readonly #store: string;
  /** The events that earlier imports have read, by identity. */
  readonly #earlier: ReadonlyMap<string, Known>;
  /** Those that this calendar has no more, by what tells events apart beside their identity. */
  readonly #absent: Map<string, string[]>;
  readonly #found = new Set<string>();

  static async open(run: Run, load: CalendarHead): Promise<CalendarLoad> {
    run.source = { ...run.source, isCalendar: true };
    return new CalendarLoad(
      run,
      load,
      await importedBelow(run.db, 'event', load.base),
      await storeId(run.db),
    );
  }

  private constructor(run: Run, load: CalendarHead, earlier: ReadonlyMap<string, Known>, store: string) {
    this.#run = run;
    this.#load = load;
    this.#earlier = earlier;
    this.#store = store;
    const present = new Set([...load.keys].map(key => calendarKey(load.base, key)));
    const absent = [...earlier.keys()].filter(source => !present.has(source)).sort();
    this.#absent = Map.groupBy(absent, source => this.#contentOf(source));
    this.#absent.delete('');
  }

  /** The record with the identity under which it is imported; undefined if it is left out. */
  identified(item: RecordItem): RecordItem | undefined {
    const extras = item.record.almanac as JsonObject;
    const key = textOf(extras.key);
    const own = calendarKey(this.#load.base, key);
    // A message says too little to recognise an event that it does not name.
    const source = extras.cancels === true ? own : this.#sourceOf(own, textOf(extras.content));
    const content = extras.cancels === true ? this.#contentOf(source) : extras.content;
    this.#found.add(source);
    const why = this.#refusal(extras, source);
    if (why !== undefined) {
      skip(this.#run.report, { source, type: 'event', why });
      return undefined;
    }
    return { ...item, record: { ...item.record, almanac: { ...extras, source, content } } };
  }

  /** Reports what the calendar has no more, and moves it to the trash if that is wanted. */
  async finish(): Promise<void> {
    if (!this.#load.isWhole) return;
    const missing = [...this.#earlier.values()].filter(({ source }) => !this.#found.has(source));
    await reportVanished(this.#run, missing, this.#earlier.size);
  }

  /**
   * An event with a new identity is an earlier one if that has vanished and says the same: some programs give all events
   * a new identity each time. The earlier identity stays.
   */
  #sourceOf(source: string, content: string): string {
    if (this.#earlier.has(source)) return source;
    return this.#absent.get(content)?.shift() ?? source;
  }

  /** The part of a stored fingerprint that tells events apart beside their identity: see `row`. */
  #contentOf(source: string): string {
    return this.#earlier.get(source)?.fingerprint.split('.')[2] ?? '';
  }

  #refusal(extras: JsonObject, source: string): string | undefined {
    const uid = textOf(extras.uid);
    const [id = ''] = uid.split('@');
    if (/^\d+$/.test(id) && uid === ownUid(Number(id), this.#store))
      return 'it is a record of this store itself';
    if (extras.series) return 'it repeats';
    if (extras.cancels === true && !this.#earlier.has(source))
      return 'it was cancelled before it was imported';
    return undefined;
  }
}
