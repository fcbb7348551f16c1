import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import { caller, eventOf } from '../client.ts';
import { startService } from '../service.ts';
import { openPage, ownBrowser } from './browser.ts';

const browser = await ownBrowser();
const service = await startService({ LANGUAGE: 'en' });
after(() => service[Symbol.asyncDispose]());
const call = caller(service.base);
const as = service.accounts.editor;

/** A month of six weeks. */
const MONTH = `${service.site}/events/month/2031-03/`;
const LONG_TITLE =
  'An evening with the chamber orchestra, its conductor and everybody who likes to sing along';

const two = (number: number): string => String(number).padStart(2, '0');
const add = (title: string, start_date: string, end_date: string) =>
  call('POST /events', { as, json: eventOf(title, { start_date, end_date }) });

before(async () => {
  for (let day = 1; day <= 31; day++)
    for (let at = 0; at < 8 && day !== 12; at++)
      await add(
        `${LONG_TITLE} ${at}`,
        `2031-03-${two(day)} ${10 + at}:00:00`,
        `2031-03-${two(day)} 23:00:00`,
      );
  await call('POST /events', {
    as,
    json: eventOf('At a venue', {
      ...{ start_date: '2031-03-12 10:00:00', end_date: '2031-03-12 11:00:00' },
      ...{ venue: { venue: 'Town hall' }, cost: '5' },
    }),
  });
  for (let at = 0; at < 18; at++)
    await add(`Exhibition ${at}`, '2031-02-01 10:00:00', `2031-04-${two(at + 1)} 20:00:00`);
  await call('POST /events', {
    as,
    json: eventOf('Fair', {
      ...{ start_date: '2031-05-06 10:00:00', end_date: '2031-05-08 20:00:00' },
      ...{ venue: { venue: 'The large hall of the market' }, cost: '5-10 €', currency_symbol: '€' },
    }),
  });
  await add('Second fair', '2031-05-06 11:00:00', '2031-05-08 20:00:00');
});

describe('A month', () => {
  it('is printed on one page, however full it is', async () => {
    await using page = await openPage(browser);
    await page.goto(MONTH);
    const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1');
    assert.equal(pdf.match(/\/Type \/Page\b/g)?.length, 1);
    // A4, landscape, in points.
    assert.match(pdf, /\/MediaBox \[0 0 84[12]\S* 59[45]\S*\]/);
  });

  it('is a table where there is space', async () => {
    const treeAt = async (width: number) => {
      await using page = await openPage(browser, { viewport: { width, height: 900 } });
      await page.goto(MONTH);
      const session = await page.context().newCDPSession(page);
      const { nodes } = await session.send('Accessibility.getFullAXTree');
      return nodes
        .filter(({ ignored }) => !ignored)
        .map(({ role, name }) => `${role?.value} ${name?.value ?? ''}`.replaceAll(' ,', ',').trim());
    };
    const wide = await treeAt(1280);
    assert.ok(wide.includes('table March 2031: events by day'));
    for (const name of ['Monday', 'Sunday']) assert.ok(wide.includes(`columnheader ${name}`), name);
    assert.ok(wide.includes('link Thursday 13 March 2031'));
  });

  it('previews an event on hover and focus, until Escape', async () => {
    await using page = await openPage(browser, { viewport: { width: 1280, height: 900 } });
    await page.goto(MONTH);
    const entry = page.locator('.entry', { hasText: 'At a venue' });
    const preview = entry.locator('.entry-place');
    assert.ok(!(await preview.isVisible()));
    await entry.hover();
    assert.ok(await preview.isVisible());
    await preview.hover();
    assert.ok(await preview.isVisible(), 'the pointer may move over it');
    await page.keyboard.press('Escape');
    assert.ok(!(await preview.isVisible()));
    await page.mouse.move(0, 0);
    await entry.locator('a').focus();
    assert.ok(await preview.isVisible(), 'it comes back');
    await page.keyboard.press('Escape');
    assert.ok(!(await preview.isVisible()));
    await using plain = await openPage(browser, {
      viewport: { width: 1280, height: 900 },
      javaScriptEnabled: false,
    });
    await plain.goto(MONTH);
    await plain.locator('.entry', { hasText: 'At a venue' }).hover();
    assert.ok(
      !(await plain.locator('.entry', { hasText: 'At a venue' }).locator('.entry-place').isVisible()),
    );
  });

  it('previews an event of several days, above the bars that follow, with its price in one piece', async () => {
    await using page = await openPage(browser, { viewport: { width: 1280, height: 900 } });
    await page.goto(`${service.site}/events/month/2031-05/`);
    const bar = page.locator('.bar', { hasText: /^Fair/ });
    const preview = bar.locator('.entry-place');
    assert.ok(!(await preview.isVisible()));
    await bar.locator('a').focus();
    assert.ok(await preview.isVisible());
    await page.keyboard.press('Escape');
    assert.ok(!(await preview.isVisible()));
    await bar.locator('a').blur();
    await bar.hover();
    const price = preview.locator('.unbroken');
    assert.equal(await price.evaluate(one => one.getClientRects().length), 1);
    const { x, y } = (await preview.boundingBox())!;
    const top = await page.evaluate(
      `document.elementFromPoint(${x + 20}, ${y + 10}).closest('.entry-place') !== null`,
    );
    assert.ok(top, 'nothing covers it');
    await page.setViewportSize({ width: 390, height: 844 });
    assert.match((await page.locator('.entry-place:visible').first().textContent())!, /5–10/);
  });

  it('is dots over the list of one day on a phone', async () => {
    await using page = await openPage(browser, { viewport: { width: 390, height: 844 } });
    await page.goto(MONTH);
    const dots = await page
      .locator('a.dot > .visually-hidden')
      .evaluateAll(all => all.map(({ textContent }) => textContent));
    assert.equal(dots.length, 42, 'also those of the days before and after the month');
    assert.equal(dots[5], 'Saturday 1 March 2031, 10 events');
    // An event of its own, and two more that run for long.
    assert.equal(dots[16], 'Wednesday 12 March 2031, 3 events');
    const shown = async () =>
      page.locator('.day-events > h2:visible').evaluateAll(all => all.map(({ textContent }) => textContent));
    assert.deepEqual(await shown(), ['Saturday 1 March 2031']);
    const first = page.locator('.entry:visible a').first();
    assert.match((await first.textContent())!, /^10\sam/);
    const { y } = (await first.boundingBox())!;
    assert.ok(y < 844, `the first event is at ${y} px`);
    await page.getByRole('link', { name: '13 March 2031, 10 events' }).click();
    assert.deepEqual(await shown(), ['Thursday 13 March 2031']);
    assert.match(page.url(), /#d-2031-03-13$/);
  });

  it('has its past weeks as dots where there is space, each of which unfolds its week', async () => {
    mock.timers.enable({ apis: ['Date'], now: Date.UTC(2031, 2, 20) });
    try {
      await using page = await openPage(browser, { viewport: { width: 1280, height: 900 } });
      await page.goto(MONTH);
      const weeks = async () =>
        page
          .locator('.month tbody')
          .evaluateAll(all => all.map(week => week.querySelector('.entries')!.checkVisibility()));
      const folded = [false, false, false, true, true, true];
      assert.deepEqual(await weeks(), folded);
      await page.getByRole('link', { name: 'Tuesday 4 March 2031, 10 events' }).click();
      assert.deepEqual(await weeks(), folded.with(1, true));
      assert.ok(await page.getByRole('link', { name: 'Tuesday 4 March 2031', exact: true }).isVisible());
      await page.emulateMedia({ media: 'print' });
      assert.deepEqual(await weeks(), folded.fill(true), 'paper has room');
    } finally {
      mock.timers.reset();
    }
  });

  it('has the days of a week as dots on a phone, which lead to their events and unfold those of past days', async () => {
    mock.timers.enable({ apis: ['Date'], now: Date.UTC(2031, 2, 20) });
    try {
      await using page = await openPage(browser, { viewport: { width: 390, height: 844 } });
      const shown = async (week: string) => {
        await page.goto(`${service.site}/events/week/${week}/`);
        return page
          .locator('.week .day')
          .evaluateAll(all =>
            all.map(day => ['a.dot', '.entries'].map(name => day.querySelector(name)!.checkVisibility())),
          );
      };
      const [folded, whole] = [
        [true, false],
        [true, true],
      ];
      assert.deepEqual(await shown('2031-03-17'), [...Array(3).fill(folded), ...Array(4).fill(whole)]);
      assert.deepEqual(await shown('2031-03-03'), Array(7).fill(whole), 'an earlier week has them all');
      await shown('2031-03-17');
      const widths = await page.locator('.week .dot').evaluateAll(all => all.map(one => one.clientWidth));
      assert.equal(new Set(widths).size, 1, `${widths}`);
      for (const day of ['Monday 17', 'Saturday 22']) {
        await page.getByRole('link', { name: `${day} March 2031, 10 events` }).click();
        assert.ok(await page.getByRole('heading', { name: `${day} March 2031` }).isVisible());
        const { y } = (await page.locator('.day-events:target').boundingBox())!;
        assert.ok(Math.abs(y) < 2, `${day} is at ${y} px`);
      }
    } finally {
      mock.timers.reset();
    }
  });

  it('has each dot below its weekday, also beside events of several days', async () => {
    await using page = await openPage(browser, { viewport: { width: 390, height: 844 } });
    await page.goto(`${service.site}/events/month/2031-05/`);
    const lefts = (selector: string) =>
      page.locator(selector).evaluateAll(all => all.map(one => one.getBoundingClientRect().x));
    const weekdays = await lefts('.month thead th:not(.week-number)');
    const dots = await lefts('.month .dot');
    assert.equal(dots.length % 7, 0);
    assert.deepEqual(
      dots.map((_, at) => weekdays[at % 7]),
      dots,
    );
  });
});
