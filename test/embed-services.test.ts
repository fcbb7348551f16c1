import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { ownBrowser } from './browser/browser.ts';
import { plantEvents } from './embed/calendar.ts';
import { openHost, settled } from './embed/host.ts';
import { startService } from './service.ts';

const own = await startService();
after(() => own[Symbol.asyncDispose]());
/** A service in another zone, whose pages have one event. */
const other = await startService({ TIME_ZONE: 'America/New_York', PER_PAGE: '1', MAX_PER_PAGE: '1' });
after(() => other[Symbol.asyncDispose]());
await plantEvents(other);
const browser = await ownBrowser();

/** Opens May 2031 of the other service by the script of the first one. */
async function openMay() {
  const element = `<almanac-calendar src="${other.site}/" view="month" month="2031-05"></almanac-calendar>`;
  const host = await openHost(browser, own.site, element, { sources: `${own.site} ${other.site}` });
  await settled(host.page);
  return host;
}

describe('An element that shows another service than that of its script', () => {
  it('says times in the zone of that service, and leads to its pages', async () => {
    await using host = await openMay();
    const event = host.page.locator('td li', { hasText: 'Acte de les 10' });
    assert.match(await event.innerText(), /^de\s10 a\s10\.45\sh\s/);
    assert.equal(await event.locator('a').getAttribute('href'), `${other.site}/ca/event/acte-de-les-10/`);
    assert.deepEqual(host.reports, []);
  });

  it('reads several pages of a month, and tells how many events the days beyond them have', async () => {
    await using host = await openMay();
    assert.equal(host.requests.filter(url => url.includes('/events?')).length, 6);
    const table = host.page.getByRole('table');
    assert.equal(await table.getByRole('link', { name: '4 més (6 de maig)' }).count(), 1);
    const beyond = table.getByRole('link', { name: 'Activitats: 1 (9 de maig)' });
    assert.equal(await beyond.getAttribute('href'), `${other.site}/ca/events/day/2031-05-09/`);
  });
});
