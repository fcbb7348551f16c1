import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { DAY } from '../src/demo/event.ts';
import { demoEvents } from '../src/demo/events.ts';
import { focalPoints, pictureNames, svgOf } from '../src/demo/pictures.ts';
import { startChild, startListening } from './child.ts';
import { type Body, caller } from './client.ts';
import { almanac, RUN } from './command.ts';
import { ownFolder } from './folder.ts';
import { sampleEvents } from './sample-calendar/fill.ts';
import { OF_NO_STORE } from './store.ts';

// `almanac demo`: a town that is there at once and leaves nothing behind.

const folder = await ownFolder();

const DEFAULT_PORT = 3000;
const PROGRAM = ['--input-type=module', '--eval', RUN, '--', 'demo'];

/** Starts the demonstration with a folder for temporary files of its own. */
async function startDemo(name: string, settings: NodeJS.ProcessEnv, start: typeof startChild) {
  const temporary = join(folder, name);
  await mkdir(temporary);
  const place = { folder: '/proc/nowhere', url: 'postgres://127.0.0.1:1/nothing' };
  return { child: await start(place, { TMPDIR: temporary, ...settings }, PROGRAM), temporary };
}

const lists = async (site: string, period: string): Promise<Body> =>
  (await caller(`${site}/cal/events/v1`)(`GET /events?per_page=50&${period}`)).body;

describe('The demonstration', OF_NO_STORE, () => {
  it('Each event has a title in every language, of its own', () => {
    for (const { title } of demoEvents)
      assert.deepEqual([title.length, title.every(Boolean)], [4, true], title[0]);
    const titles = demoEvents.map(({ title }) => title[1]);
    assert.equal(new Set(titles).size, titles.length);
  });

  it('The town has what its pictures are to show: many dates of series, five days of festival, nights and posters', () => {
    for (const events of [demoEvents, sampleEvents]) {
      const dates = events.map(({ recurrence }) => Number(/COUNT=(\d+)/.exec(recurrence ?? '')?.[1] ?? 0));
      assert.equal(
        dates.reduce((all, count) => all + count, 0),
        400,
      );
      const timed = events.filter(({ allDay }) => !allDay);
      assert.ok(timed.some(({ lasts }) => Math.ceil(lasts / DAY) === 5));
      const nights = timed.filter(({ at }) => /^(?:22|23|00|01):/.test(at.at(-1) as string));
      assert.ok(nights.length >= 6 && nights.some(({ at }) => at.at(-1) === '01:30'), `${nights.length}`);
      const posters = pictureNames.filter(name => svgOf(name).includes('height="1440"'));
      assert.equal(posters.length, 5);
      for (const shown of [...posters, ...Object.keys(focalPoints)])
        assert.ok(
          events.some(({ picture }) => picture === shown),
          shown,
        );
    }
  });

  it('The town has events all year, series, exhibitions and pictures, in the language that is asked for', async () => {
    const { child, temporary } = await startDemo('french', { LANGUAGE: 'fr' }, startChild);
    await using _ = child;
    const { site } = child;
    const today = Temporal.Now.plainDateISO('Europe/Madrid');
    for (let month = -2; month < 9; month++) {
      const first = today.add({ months: month });
      const last = first.add({ months: 1 });
      const { total } = await lists(site, `start_date=${first}&end_date=${last}`);
      assert.ok(total >= 8, `${total} events in the month from ${first}`);
    }
    const { events } = await lists(site, `start_date=${today}`);
    assert.ok(events.some(event => 'series' in event) && events.some(({ all_day }) => all_day));
    const pictured = events.find(({ image }) => image)!;
    assert.equal((await fetch(pictured.image.url)).status, 200);
    // At the hour of the test the market of this week may be over.
    const page = await (
      await fetch(`${site}/events/?search=marche`, { headers: { accept: 'text/html' } })
    ).text();
    assert.match(page, /<html lang="fr"/);
    assert.match(page, /Marché paysan/);
    child.process.kill('SIGTERM');
    assert.equal(await child.ended, 0);
    assert.deepEqual(await readdir(temporary), []);
  });

  it('A demonstration that is stopped while the town is built leaves nothing, and takes another port than one in use', async () => {
    // Somebody else may have the port by default already.
    await using taken = createServer().listen(DEFAULT_PORT, '127.0.0.1');
    await new Promise(resolve => taken.once('listening', resolve).once('error', resolve));
    const settings = { PORT: undefined, LOG_LEVEL: 'info' };
    const { child, temporary } = await startDemo('stopped', settings, startListening);
    await using _ = child;
    assert.notEqual(Number(new URL(child.site).port), DEFAULT_PORT);
    child.process.kill('SIGINT');
    assert.equal(await child.ended, 0);
    assert.deepEqual([child.errors(), await readdir(temporary)], ['', []]);
  });

  it('A demonstration whose terminal is closed leaves nothing, and reads no file of settings', async () => {
    const place = join(folder, 'with-file');
    await mkdir(join(place, 'data'), { recursive: true });
    await writeFile(join(place, 'data', 'almanac.conf'), 'NO_SUCH_SETTING=1\n');
    const settings = { ALMANAC_CONFIG: join(place, 'data', 'almanac.conf'), LOG_LEVEL: 'info' };
    const { child, temporary } = await startDemo('closed', settings, startListening);
    await using _ = child;
    assert.notDeepEqual(await readdir(temporary), []);
    child.process.kill('SIGHUP');
    await setImmediate();
    child.process.kill('SIGHUP');
    assert.equal(await child.ended, 0);
    assert.deepEqual([child.errors(), await readdir(temporary)], ['', []]);
  });

  it('A demonstration without a folder for temporary files says which variable names one', async () => {
    const nowhere = join(folder, 'nowhere');
    const { code, out, errors } = await almanac(folder, { TMPDIR: nowhere }, 'demo');
    assert.deepEqual([code, out], [2, '']);
    assert.match(errors, /^Nothing can be written in .*nowhere \(ENOENT\): set TMPDIR to a folder /);
  });
});
