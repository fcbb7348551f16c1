import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import type { ImportOptions } from '../src/transfer/run.ts';
import {
  anEvent,
  anOrganizer,
  aTerm,
  aVenue,
  type CalendarSite,
  startCalendarSite,
} from './calendar-site.ts';
import { done, take } from './importing.ts';
import { type Service, startService } from './service.ts';

const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#357' } })
  .png()
  .toBuffer();

/** An event at an hour of one day. */
const at = (hour: number, more: object = {}) => ({
  ...{ start_date: `2031-05-10 ${hour}:00:00`, end_date: `2031-05-10 ${hour + 1}:00:00` },
  ...{ utc_start_date: '', utc_end_date: '', timezone: 'Europe/Madrid' },
  ...more,
});

/** Imports a site in French as translations of another one. */
const translate = (
  service: Service,
  site: CalendarSite,
  of: string,
  more: Partial<NonNullable<ImportOptions['translations']>> = {},
) =>
  take(service, [site.url], {
    language: 'fr',
    translations: { of, dryRun: false, importsUnpaired: false, ...more },
  });

type Taken = Awaited<ReturnType<typeof take>>;

/** The pairs of an import: the title there, the id here, and how they were found. */
const pairsOf = ({ pairings: [pairing] }: Taken, type = 'event') =>
  pairing!.pairs
    .filter(pair => pair.type === type)
    .map(({ title, of, by }) => `${title} = ${of.id}: ${by.join(', ')}`);

const read = async ({ site }: Service, path: string) => (await fetch(site + path)).json();

/** A site in Catalan, imported. */
async function imported(service: Service, first: CalendarSite, events: object[]) {
  first.lists.events = events;
  const report = await take(service, [first.url], { language: 'ca' });
  assert.deepEqual(report.incomplete, []);
}

const titles = async ({ db }: Service) =>
  (
    await db.selectFrom('events').select(['id', 'title', 'language', 'translations']).orderBy('id').execute()
  ).map(({ id, title, language, translations }) => [
    id,
    `${language}: ${title}`,
    translations === '' ? '' : (JSON.parse(translations).fr?.title ?? ''),
  ]);

describe('A second site as translations of the first', () => {
  it('Events that Polylang links by ids are translations, and the site is imported into one event each', async () => {
    await using site = await startCalendarSite();
    await using service = await startService();
    const { url } = site;
    await imported(service, site, [
      anEvent(url, 601, 'nit-de-jazz', {
        title: 'Nit de jazz',
        lang: 'ca',
        translations: { ca: 601, fr: 701 },
      }),
      anEvent(url, 602, 'mercat', { title: 'Mercat', lang: 'ca', translations: { ca: 602 } }),
    ]);
    // The same site lists both languages.
    site.lists.events.push(
      anEvent(url, 701, 'nuit-du-jazz', {
        ...{ title: 'Nuit du jazz', lang: 'fr', translations: { ca: 601, fr: 701 } },
        ...{ description: '<p>Entrée libre.</p><script>1</script>', url: `${url}/fr/event/nuit-du-jazz/` },
      }),
      anEvent(url, 702, 'autre', { title: 'Autre', lang: 'fr', translations: { fr: 702 }, ...at(9) }),
    );
    const report = await translate(service, site, url);
    assert.deepEqual(pairsOf(report), ['Nuit du jazz = 601: link']);
    assert.deepEqual(
      report.pairings[0]!.unpaired.map(({ title }) => title),
      ['Autre'],
    );
    assert.deepEqual(
      report.pairings[0]!.untranslated.map(({ title }) => title),
      ['Mercat'],
    );
    assert.equal(report.pairings[0]!.inOtherLanguages, 2);
    assert.deepEqual(await titles(service), [
      [601, 'ca: Nit de jazz', 'Nuit du jazz'],
      [602, 'ca: Mercat', ''],
    ]);
    const shown = await read(service, '/fr/cal/events/v1/events/601');
    assert.equal(shown.title, 'Nuit du jazz');
    assert.equal(shown.description.trim(), '<p>Entrée libre.</p>');
    assert.equal((await read(service, '/cal/events/v1/events/601')).title, 'Nit de jazz');
    const { status, headers } = await fetch(`${service.site}/fr/event/nuit-du-jazz/?x=1`, {
      redirect: 'manual',
    });
    assert.ok(status === 301 || status === 200, `${status} ${headers.get('location')}`);
  });
});
