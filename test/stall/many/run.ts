import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { basic, seconds } from '../../client.ts';
import { type Flood, Flooding } from './flood.ts';
import { Group } from './group.ts';
import { type Judged, judge, type Limits, limitsFor } from './judge.ts';
import { Probing, probesOf } from './probes.ts';
import type { Row } from './rows.ts';
import { Service } from './service.ts';
import type { Planted } from './stores.ts';
import { Watch } from './watch.ts';

export interface Plan {
  /** The factor of the requests of each row. */
  readonly times: number;
  /** Seconds of processor time of the service after which clients leave. */
  readonly seconds: number;
  readonly workers: number;
  /** Megabytes above which a row fails; undefined for what is promised. */
  readonly memory: number | undefined;
  /** Whether the service runs in a control group. */
  readonly isContained: boolean;
}

/** What was seen of a row. */
export interface Measured extends Judged {
  /** Seconds until all clients had gone, or the first fault. */
  readonly took: number;
  readonly faults: readonly string[];
}

/** A flood lasts no longer than this many times the seconds of processor time, on whatever machine. */
const LONGEST = 4;
/** Seconds of requests by other clients alone before a flood. */
const BEFORE = 2;

/** Runs a row on a service of its own. It ends with the first fault. */
export async function run(row: Row, planted: Planted, plan: Plan): Promise<Measured> {
  const workers = row.workers ?? plan.workers;
  const limits = limitsFor(workers, row, plan.memory);
  await using group = plan.isContained ? Group.make(limits.container) : undefined;
  await using picture = await pictureFor(row, planted.folder);
  await forgetWebp(planted);
  const service = await Service.start(planted, { workers, events: planted.events.length, group });
  try {
    const flood = floodOf(row, planted, service.port, plan.times, picture.path);
    const probing = new Probing(service, probesOf(planted.events[0]!));
    const seen = await measure(service, probing, { flood, limits, most: plan.seconds });
    return { ...seen, faults: seen.faults.length > 0 ? seen.faults : judge(seen, row, limits) };
  } finally {
    await service.kill();
  }
}

async function measure(
  service: Service,
  probing: Probing,
  { flood, limits, most }: { flood: Flood; limits: Limits; most: number },
): Promise<Measured> {
  const idle = service.look();
  await seconds(BEFORE);
  const watch = new Watch(service, probing, limits, (service.look().worked - idle.worked) / BEFORE);
  probing.take();
  const [flooding, began] = [new Flooding(flood), performance.now()];
  const took = () => (performance.now() - began) / 1000;
  const isEnough = () => service.look().worked - idle.worked > most || took() > LONGEST * most;
  await watch.until(() => flooding.isOver || watch.isIdle || isEnough());
  const outcome = await flooding.end();
  const lasted = took();
  const working = await watch.rest(limits.work);
  // What still waits has no answer.
  if (watch.faults.length > 0) await service.kill();
  await probing.end();
  const { peak, memory: after, faults } = watch;
  const answers = probing.take();
  return { start: idle.memory, peak, after, took: lasted, working, answers, outcome, faults };
}

function floodOf(row: Row, planted: Planted, port: number, times: number, body: string | undefined): Flood {
  const { kind, mode, source, same = false } = row;
  const account = kind.as && planted.accounts[kind.as];
  const headers = {
    ...(account && { authorization: basic(account.user, account.app_password) }),
    ...(body !== undefined && { 'content-type': 'image/jpeg' }),
  };
  const about = { port, mode, source, same, headers, requests: row.requests * times };
  return { ...about, paths: kind.paths(planted), ...(body !== undefined && { body }) };
}

/** The file that a row uploads. */
async function pictureFor({ kind }: Row, folder: string) {
  const path = kind.uploads && join(folder, 'upload.jpg');
  if (path !== undefined) await writeFile(path, await kind.uploads!());
  return { path, [Symbol.asyncDispose]: async () => (path === undefined ? undefined : rm(path)) };
}

/** Removes the WebP forms, so that they are made once more. */
async function forgetWebp({ folder, pictures }: Planted): Promise<void> {
  for (const path of pictures.webp) await rm(join(folder, path), { force: true });
}
