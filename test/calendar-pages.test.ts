import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readCalendar } from './calendar-pages/read.ts';
import { caller, eventOf } from './client.ts';
import { drawing } from './facets/calendar.ts';
import { get } from './get.ts';
import { startService } from './service.ts';

const service = await startService({ LANGUAGE: 'en' });
after(() => service[Symbol.asyncDispose]());
const call = caller(service.base);
const as = service.accounts.editor;
const { site } = service;

const BROWSER = { accept: 'text/html' };
const add = (title: string, fields: Record<string, unknown> = {}) =>
  call('POST /events', { as, json: eventOf(title, fields) });

async function leads(path: string): Promise<string> {
  const { status, headers } = await get(site, path, BROWSER);
  return `${status} ${headers.location?.replace(site, '') ?? ''}`.trim();
}

before(async () => {
  await add('Open', {
    categories: [(await call('POST /categories', { as, json: { name: 'Music' } })).body.id],
  });
  const { body: locked } = await add('Locked', { description: 'Nobody reads this.' });
  await call(`PATCH /events/${locked.id}`, { as, json: { password: 'sesame' } });
  await add('Drafted', { status: 'draft' });
  await add('Private', { status: 'private' });
  await add('Hidden', { hide_from_listings: true });
  await add('Late', { event_status: 'postponed' });
  await add('Cancelled', { event_status: 'canceled' });
});

describe('Pages of a month, a week and a day', () => {
  it('have one address each, to which the fields of their forms lead', async () => {
    for (const [path, expected] of [
      ['/events/month/?month=5&year=2031', '301 /events/month/2031-05/'],
      ['/events/month/?month=12&year=2031&categories=music', '301 /events/month/2031-12/?categories=music'],
      ['/events/month/?month=2031-05', '301 /events/month/2031-05/'],
      ['/fr/events/month/?month=05&year=2031', '301 /fr/events/month/2031-05/'],
      ['/events/week/?date=2031-05-07&search=jazz', '301 /events/week/2031-05-05/?search=jazz'],
      ['/events/week/?date=2032-01-01', '301 /events/week/2031-12-29/'],
      ['/events/day/?date=2031-05-07', '301 /events/day/2031-05-07/'],
      ['/events/month/?month=13&year=2031', '400'],
      ['/events/month/?month=5&year=20311', '400'],
      ['/events/day/?date=2031-02-30', '400'],
      ['/events/day/2031-02-29/', '404'],
      ['/events/day/2032-02-29/', '200'],
      ['/events/month/2031-13/', '404'],
      ['/events/month/9999-01/', '404'],
      ['/events/month/9998-12/', '200'],
      ['/events/month/1001-01/', '200'],
      ['/events/week/9998-12-28/', '200'],
      ['/events/day/2031-05-10/?page=2', '404'],
      ['/events/month/2031-05/?featured=perhaps', '400'],
    ] as const)
      assert.equal(await leads(path), expected, path);
  });

  it('keep filters in their links and forms', async () => {
    const query = 'categories=music&search=open';
    for (const path of ['month/2031-05', 'week/2031-05-05', 'day/2031-05-10']) {
      const { links, text } = await readCalendar(site, `/events/${path}/?${query}`);
      const inside = links.filter(({ href }) => /^\/events\/(?:month|week|day|today)\//.test(href));
      const kept = inside.filter(({ href }) => href.endsWith(`?${query}`));
      // The navigation of the site, and the way to all events, have none.
      const plain = inside.filter(({ href }) => !href.includes('?')).map(({ href }) => href);
      assert.ok(kept.length >= 3, path);
      assert.deepEqual(
        plain.filter(
          href => !['/events/month/', '/events/week/', '/events/today/', `/events/${path}/`].includes(href),
        ),
        [],
      );
      assert.match(text, /<input type="hidden" name="categories" value="music">/);
      assert.match(text, /<input type="hidden" name="search" value="open">/);
    }
  });

  it('show nobody what is not public, and mask what a password protects', async () => {
    for (const path of ['month/2031-05', 'week/2031-05-05']) {
      const { days } = await readCalendar(site, `/events/${path}/`);
      assert.deepEqual(days.get('2031-05-10')?.titles, ['Open', 'Locked', 'Late', 'Cancelled']);
    }
    const { text } = await readCalendar(site, '/events/day/2031-05-10/');
    for (const title of ['Drafted', 'Private', 'Hidden', 'Nobody reads this'])
      assert.ok(!text.includes(title), title);
    assert.match(text, />Locked<.*class="mark mark-protected">/s);
    assert.match(text, /card-late">.*Postponed: <\/span>.*card-off">.*Cancelled: <\/span>/s);
    const month = (await readCalendar(site, '/events/month/2031-05/')).text;
    assert.match(
      month,
      /<strong class="entry-status mark-protected">Protected<\/strong> <span class="entry-title">Locked/,
    );
    assert.match(month, /is-off"><a [^>]*>.*<strong class="entry-status mark-canceled">Cancelled<\/strong>/);
    assert.match(
      month,
      /is-late"><a [^>]*>.*<strong class="entry-status mark-postponed">Postponed<\/strong>/,
    );
    assert.doesNotMatch((await readCalendar(site, '/events/day/2031-05-10/?search=reads')).text, /Locked/);
  });

  it('tell the day with each link, after what the eye sees', async () => {
    const { links } = await readCalendar(site, '/events/month/2031-05/');
    assert.ok(links.some(({ text }) => text === '10 am Open, Saturday 10 May'));
    const dayIn = (all: typeof links) =>
      all.find(({ href }) => href.endsWith('/events/day/2031-05-10/'))?.text;
    assert.equal(dayIn(links), 'Saturday 10 May 2031');
    const { links: catalan } = await readCalendar(site, '/ca/events/month/2031-05/');
    assert.equal(dayIn(catalan), 'dissabte 10 de maig del 2031');
  });

  it('without events, far away, are not for search engines', async () => {
    const far = await readCalendar(site, '/events/month/4031-05/');
    assert.equal(far.robots, 'noindex');
    const steps = far.links.filter(({ rel }) => /prev|next/.test(rel));
    assert.deepEqual(
      steps.map(({ rel }) => rel),
      ['prev nofollow', 'next nofollow'],
    );
    assert.match(
      far.text,
      /The last date announced.*>Sat 10 May 2031, .*>Cancelled<.*href="\/events\/month\/2031-05\/"/s,
    );
    const early = await readCalendar(site, '/events/day/2031-04-30/');
    assert.match(early.text, /What comes next.*Sat 10 May.*>Open<.*href="\/events\/month\/2031-05\/"/s);
    const full = await readCalendar(site, '/events/month/2031-05/');
    assert.doesNotMatch(full.text, /What comes next|The last date announced/);
    assert.equal(full.robots, undefined);
    assert.equal(full.canonical, `${site}/events/month/2031-05/`);
    const last = await readCalendar(site, '/events/month/9998-12/');
    assert.deepEqual(
      last.links.flatMap(({ rel }) => (/prev|next/.test(rel) ? rel : [])),
      ['prev nofollow'],
    );
  });

  it('mark today, until it ends where the site is', async () => {
    mock.timers.enable({ apis: ['Date'], now: Date.UTC(2031, 4, 10, 21, 59, 30) });
    try {
      for (const [seconds, day] of [
        [0, '2031-05-10'],
        [20, '2031-05-10'],
        [40, '2031-05-11'],
      ] as const) {
        mock.timers.setTime(Date.UTC(2031, 4, 10, 21, 59, 30 + seconds));
        for (const path of ['month', 'week']) {
          const { days, canonical, text } = await readCalendar(site, `/events/${path}/`);
          assert.deepEqual(
            [...days].flatMap(([day, { isToday }]) => (isToday ? day : [])),
            [day],
          );
          assert.equal(text.match(/class="is-gone"/g)?.length, path === 'month' ? 1 : undefined);
          assert.match(canonical!, path === 'month' ? /month\/2031-05\/$/ : /week\/2031-05-05\/$/);
        }
        const today = await readCalendar(site, '/events/today/');
        assert.equal(today.heading, day.endsWith('10') ? 'Saturday 10 May 2031' : 'Sunday 11 May 2031');
        assert.equal(today.canonical, `${site}/events/day/${day}/`);
      }
    } finally {
      mock.timers.reset();
    }
  });

  it('name days and months as each language does', async () => {
    for (const [language, month, day] of [
      ['ca', 'Maig del 2031', 'dissabte 10 de maig del 2031'],
      ['fr', 'Mai 2031', 'samedi 10 mai 2031'],
      ['es', 'Mayo de 2031', 'sábado 10 de mayo de 2031'],
    ] as const) {
      assert.equal((await readCalendar(site, `/${language}/events/month/2031-05/`)).heading, month);
      assert.equal((await readCalendar(site, `/${language}/events/day/2031-05-10/`)).heading, day);
    }
    const week = async (language: string) =>
      (await readCalendar(site, `/${language}/events/week/2031-04-28/`)).heading;
    assert.equal(await week('fr'), 'Semaine 18 Du 28 avril au 4 mai 2031');
    assert.equal(
      (await readCalendar(site, '/fr/events/week/2032-03-01/')).heading,
      'Semaine 10 Du 1er au 7 mars 2032',
    );
  });

  it('have weeks around new year', async () => {
    const { heading, days } = await readCalendar(site, '/events/week/2031-12-29/');
    assert.match(heading, /^Week 1 /);
    assert.deepEqual([...days.keys()].slice(2, 4), ['2031-12-31', '2032-01-01']);
  });

  it('of a month show the days of whole weeks, and count as empty without events of its own', async () => {
    await add('In June', { start_date: '2035-06-02 18:00:00', end_date: '2035-06-02 19:00:00' });
    const [may, june, july] = await Promise.all(
      ['05', '06', '07'].map(month => readCalendar(site, `/events/month/2035-${month}/`)),
    );
    assert.deepEqual(may!.days.get('2035-06-02')?.titles, ['In June']);
    assert.match(may!.text, /<td id="d-2035-06-02" class="day is-outside">/);
    assert.match(june!.text, /<td id="d-2035-06-02" class="day is-first">/);
    assert.deepEqual([...july!.days.keys()].at(0), '2035-06-25');
    assert.deepEqual(
      [may, june, july].map(month => month!.robots),
      ['noindex', undefined, 'noindex'],
    );
    assert.match(may!.text, /What comes next.*>In June</s);
  });

  it('name the colours of the categories that they show, once for one and those below it', async () => {
    const category = async (json: object) => (await call('POST /categories', { as, json })).body.id;
    const stage = await category({ name: 'Stage', color: 'blue' });
    const opera = await category({ name: 'Opera', parent: stage });
    const own = await category({ name: 'Puppets', parent: stage, color: 'lime' });
    const on = (day: string, more: object) =>
      add('Shown', { start_date: `2036-02-${day} 18:00:00`, end_date: `2036-02-${day} 19:00:00`, ...more });
    await on('05', { categories: [opera] });
    await on('12', { categories: [own] });
    const legendAt = async (path: string) =>
      [...(await readCalendar(site, path)).text.matchAll(/<li class="hue k-(\w+)">(\w+)</g)]
        .map(([, color, name]) => `${name} ${color}`)
        .sort();
    assert.deepEqual(await legendAt('/events/month/2036-02/'), ['Puppets lime', 'Stage blue']);
    assert.deepEqual(await legendAt('/events/week/2036-02-04/'), ['Stage blue']);
    assert.deepEqual(await legendAt('/events/month/2036-02/?categories=puppets'), ['Puppets lime']);
    assert.deepEqual(await legendAt('/events/month/2036-03/'), []);
  });

  it('of a full day have its parts, each language its own, and a night that ends with it', async () => {
    const partsAt = async (path: string) =>
      (await get(site, path, BROWSER)).body
        .toString()
        .split('<section class="agenda')
        .slice(1)
        .map(part => [
          /<h2[^>]*>(.*?)</.exec(part)![1],
          ...[...part.matchAll(/<h3.*?>At (\d+)</g)].map(found => found[1]),
        ]);
    for (const hour of ['21', '18', '12', '05', '23', '04'])
      await add(`At ${hour}`, {
        start_date: `2034-05-06 ${hour}:00:00`,
        end_date: `2034-05-06 ${hour}:30:00`,
      });
    await add('At 22', { start_date: '2034-05-05 22:00:00', end_date: '2034-05-06 05:00:00' });
    assert.deepEqual(await partsAt('/events/day/2034-05-06/'), [
      ['Small hours', '04'],
      ['Morning', '05'],
      ['Afternoon', '12'],
      ['Evening', '18', '21', '23'],
    ]);
    assert.deepEqual(await partsAt('/ca/events/day/2034-05-06/'), [
      ['Matinada', '04'],
      ['Matí', '05', '12'],
      ['Tarda', '18'],
      ['Nit', '21', '23'],
    ]);
    assert.deepEqual(await partsAt('/events/day/2034-05-05/'), [['At set times', '22']]);
  });

  it('show what ends on them, or has no other day, before what goes on', async () => {
    const of = (first: string, last: string) => ({ start_date: first, end_date: last, all_day: true });
    await add('Long', of('2036-02-01', '2036-09-30'));
    await add('Shorter', of('2036-03-01', '2036-05-07'));
    await add('Begun', of('2036-05-07', '2036-05-09'));
    await add('Own', of('2036-05-07', '2036-05-07'));
    const page = (await get(site, '/events/day/2036-05-07/', BROWSER)).body.toString();
    const titles = [...page.matchAll(/<h3.*?>(\w+)<\/a>/g)].map(([, title]) => title);
    assert.deepEqual(titles, ['Own', 'Shorter', 'Begun', 'Long']);
  });

  it('of an event of several days say its begin on the first one, its end on the last one, and neither between', async () => {
    await add('Festival', { start_date: '2037-05-05 18:00:00', end_date: '2037-05-09 20:00:00' });
    await add('Fair', { start_date: '2037-05-05', end_date: '2037-05-09', all_day: true });
    await add('To one', { start_date: '2037-05-05 20:00:00', end_date: '2037-05-09 13:00:00' });
    const whenOf = (page: string, title: string) => {
      const part = page.slice(0, page.indexOf(`>${title}<`));
      const [said] = part.split(/class="(?:card|entry)-when">/).slice(-1);
      return said!
        .replace(/<(h3|\/p|\/a|span class="entry-title")[\s\S]*/, '')
        .replace(/<span class="card-day">.*?<\/span>|<[^>]*>/g, '')
        .replaceAll(/[\u00a0\s]+/g, ' ')
        .trim();
    };
    const said = async (path: string, title: string) =>
      whenOf((await get(site, path, BROWSER)).body.toString(), title);
    const onDays = (path: (day: string) => string, title: string) =>
      Promise.all(['05', '06', '09'].map(day => said(path(`2037-05-${day}`), title)));
    const day = (date: string) => `/events/day/${date}/`;
    assert.deepEqual(await onDays(day, 'Festival'), ['6 pm until 9 May', 'until 9 May', 'until 8 pm']);
    assert.deepEqual(await onDays(day, 'Fair'), ['until 9 May', 'until 9 May', 'Last day']);
    const last: string[] = [];
    for (const language of ['ca', 'fr', 'es'])
      last.push(await said(`/${language}${day('2037-05-09')}`, 'To one'));
    assert.deepEqual(last, ['fins a les 13 h', 'jusqu’à 13 h', 'hasta las 13:00 h']);
    // In a week, each day has its own entry.
    const { body } = await get(site, '/events/week/2037-05-04/', BROWSER);
    const days = body
      .toString()
      .split(/(?=<td id="d-)/)
      .slice(1);
    assert.deepEqual(
      [1, 2, 5].map(at => whenOf(days[at]!, 'Festival')),
      ['6 pm', 'all day', 'until 8 pm'],
    );
    assert.deepEqual(
      [1, 2, 5].map(at => days[at]!.match(/"entry-until">until 9(?: |\u00a0)May</g)?.length),
      [3, 3, undefined],
    );
    assert.deepEqual(
      [1, 2, 5].map(at => whenOf(days[at]!, 'Fair')),
      ['all day', 'all day', 'Last day'],
    );
  });

  it('lead to today once, unless filters make another page of it', async () => {
    const led = async (path: string) =>
      (await readCalendar(site, path)).links.flatMap(({ href, text }) => (text === 'Today' ? href : []));
    for (const path of ['month/2031-05', 'week/2031-05-05', 'day/2031-05-10'])
      assert.deepEqual(await led(`/events/${path}/`), ['/events/today/'], path);
    assert.deepEqual(await led('/events/day/2031-05-10/?search=open'), [
      '/events/today/',
      '/events/today/?search=open',
    ]);
  });

  it('of a month with 300 events weigh at most 30 KB', async () => {
    const draw = drawing(3);
    const word = () => Array.from({ length: 4 + draw(7) }, () => 'abcdefghilmnoprstuv'[draw(19)]).join('');
    for (let at = 0; at < 300; at++) {
      const day = String((at % 30) + 1).padStart(2, '0');
      const start_date = `2033-05-${day} ${10 + draw(12)}:30:00`;
      await add(`${word()} ${word()} ${word()} ${at}`, { start_date, end_date: `2033-05-${day} 23:00:00` });
    }
    const { text, days } = await readCalendar(site, '/events/month/2033-05/');
    assert.equal(
      [...days.values()].reduce((all, { titles, more }) => all + titles.length + more, 0),
      300,
    );
    const bytes = gzipSync(text).length;
    assert.ok(bytes <= 30_720, `${bytes} bytes`);
  });
});
