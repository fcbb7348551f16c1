// Takes the screenshots of the documentation from the sample calendar: `npm run screenshots -- FOLDER`.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions } from 'playwright-core';
import sharp from 'sharp';
import { fillSample } from '../sample-calendar/fill.ts';
import { SAMPLE_SETTINGS } from '../sample-calendar/settings.ts';
import { startService } from '../service.ts';
import { openEmbedded } from '../store.ts';
import { launchBrowser, openPage } from './browser.ts';

interface Shot {
  path: string;
  options: BrowserContextOptions;
}

/** Readers are in the town. */
const HERE: BrowserContextOptions = { timezoneId: 'Europe/Madrid' };
const DESK: BrowserContextOptions = { ...HERE, viewport: { width: 1280, height: 900 } };
const DARK: BrowserContextOptions = { ...DESK, colorScheme: 'dark' };
const PHONE: BrowserContextOptions = { ...HERE, viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };

/** Of a month that is nearly over, little is to be seen: then the next one. */
const MONTH = `/events/month/${Temporal.Now.plainDateISO().add({ days: 10 }).toPlainYearMonth()}/`;

const SHOTS: Record<string, Shot> = {
  home: { path: '/en/', options: DESK },
  month: { path: MONTH, options: DESK },
  event: { path: '/fr/event/les-quatre-saisons/', options: DESK },
  'month-dark': { path: `/en${MONTH}`, options: DARK },
  'phone-home': { path: '/en/', options: PHONE },
  'phone-month': { path: '/events/month/', options: PHONE },
  'phone-event': { path: '/fr/event/les-quatre-saisons/', options: { ...PHONE, colorScheme: 'dark' } },
};

const [named] = process.argv.slice(2);
const folder = named ?? fileURLToPath(new URL('../../docs/screenshots', import.meta.url));
await mkdir(folder, { recursive: true });
await using service = await startService(SAMPLE_SETTINGS, openEmbedded);
await fillSample(service.base, service.accounts.administrator);
await using browser = await launchBrowser();
for (const [name, { path, options }] of Object.entries(SHOTS)) {
  await using page = await openPage(browser, options);
  const response = await page.goto(service.site + path, { waitUntil: 'networkidle' });
  if (!response?.ok()) throw new Error(`${path}: ${response?.status()}`);
  const bytes = await sharp(await page.screenshot())
    .webp({ quality: 82 })
    .toBuffer();
  await writeFile(join(folder, `${name}.webp`), bytes);
  console.log(`${name}.webp: ${path}, ${Math.round(bytes.length / 1024)} KB`);
}
