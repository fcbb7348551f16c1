// Takes a screenshot of a page:
// `node bin/run.mjs test/browser/shoot.ts URL OUT.png --width 320 --scheme dark`.
import { parseArgs } from 'node:util';
import { launchBrowser, openPage } from './browser.ts';

const { values, positionals } = parseArgs({
  options: {
    width: { type: 'string', default: '1280' },
    height: { type: 'string', default: '900' },
    scheme: { type: 'string', default: 'light' },
    media: { type: 'string', default: 'screen' },
    // Pixels of the picture for each pixel of CSS.
    scale: { type: 'string', default: '1' },
    // The page as far as the window shows it, not all of it.
    window: { type: 'boolean', default: false },
    'no-js': { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const [url, out] = positionals;
if (!url || !out)
  throw new Error('Usage: shoot.ts URL OUT.png [--width 320] [--scheme dark] [--media print] …');

await using browser = await launchBrowser();
await using page = await openPage(browser, {
  viewport: { width: Number(values.width), height: Number(values.height) },
  deviceScaleFactor: Number(values.scale),
  javaScriptEnabled: !values['no-js'],
  colorScheme: values.scheme === 'dark' ? 'dark' : 'light',
});
await page.emulateMedia({ media: values.media === 'print' ? 'print' : 'screen' });
const response = await page.goto(url, { waitUntil: 'load' });
await page.screenshot({ path: out, fullPage: !values.window });
console.log(`${response?.status()} ${url} → ${out}`);
