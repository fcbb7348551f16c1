import { Connection, get } from './connection.ts';
import type { DataSet } from './data.ts';
import { FIRST_DAY, type Kind, pathOf, requestOf, today } from './kinds.ts';
import { startService } from './processes.ts';

/** Queries that are tried for each kind of list. */
const TRIED = 400;
/** Lists that a process answers before it is measured, so that its code is compiled. */
const WARMING = 200;
const WARMING_DAYS = 630;
const DAY = 86_400;

/** A request for a list, and how many events it shows. */
export interface Found {
  request: string;
  events: number;
}

/**
 * Finds requests that show events which no earlier request showed. It asks a process of its own, so that the one that
 * is measured has none of them ready.
 */
export class Scout implements AsyncDisposable {
  /** Requests for events that no kind of list shows, to warm a process up. */
  readonly warming: readonly string[] = Array.from({ length: WARMING }, (_, i) => {
    const start = today() + FIRST_DAY * DAY - DAY * (1 + ((i + 1) / WARMING) * WARMING_DAYS);
    const end = today() + (FIRST_DAY - 1) * DAY;
    return get(pathOf({ start_date: Math.floor(start), end_date: end, strict_dates: 1 }));
  });
  readonly #service: AsyncDisposable;
  readonly #connection: Connection;
  readonly #warm = new Set<number>();

  private constructor(service: AsyncDisposable, connection: Connection) {
    this.#service = service;
    this.#connection = connection;
  }

  static async start(set: DataSet): Promise<Scout> {
    const service = await startService(set);
    const scout = new Scout(service, await Connection.open(service.port));
    for (const request of scout.warming) for (const id of await scout.#shownBy(request)) scout.#warm.add(id);
    return scout;
  }

  /** So many requests of a kind, or fewer if there are not enough events. Full pages come before others. */
  async others(kind: Kind, set: DataSet, wanted: number): Promise<Found[]> {
    const seen = new Set(this.#warm);
    const found: Found[] = [];
    const short: { request: string; ids: readonly number[] }[] = [];
    const isNew = (ids: readonly number[]) => ids.length > 0 && !ids.some(id => seen.has(id));
    const take = (request: string, ids: readonly number[]) => {
      for (const id of ids) seen.add(id);
      found.push({ request, events: ids.length });
    };
    for (let i = 0; i < TRIED && found.length < wanted; i++) {
      const request = requestOf(kind, i, set);
      const ids = await this.#shownBy(request);
      if (!isNew(ids)) continue;
      if (ids.length >= Number(kind.query(i, set).per_page ?? 10)) take(request, ids);
      else short.push({ request, ids });
    }
    for (const { request, ids } of short) if (found.length < wanted && isNew(ids)) take(request, ids);
    return found;
  }

  async #shownBy(request: string): Promise<number[]> {
    const { body } = await this.#connection.ask(request, true);
    return (JSON.parse(body) as { events: { id: number }[] }).events.map(({ id }) => id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#connection.close();
    await this.#service[Symbol.asyncDispose]();
  }
}
