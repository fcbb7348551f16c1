import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { picture } from '../pictures.ts';
import { startService } from '../service.ts';
import { deskBrowser } from './admin.ts';
import { axeViolations } from './axe.ts';

const service = await startService({ TIME_ZONE: undefined as never });
after(() => service[Symbol.asyncDispose]());
const opened = deskBrowser(service);
const logo = join(service.config.DATA_DIR, 'logo.png');
await writeFile(logo, await picture(600, 150));

describe('Settings in a browser', () => {
  test('The first visit proposes the zone of the browser, and the currency that is in use there', async () => {
    await using page = await opened('/', { locale: 'ca', timezoneId: 'Europe/Moscow' });
    const proposed = ['#TIME_ZONE', '#CURRENCY_SYMBOL', '#CURRENCY_CODE'].map(id => page.inputValue(id));
    assert.deepEqual(await Promise.all(proposed), ['Europe/Moscow', '₽', 'RUB']);
    assert.deepEqual(await axeViolations(page), []);
  });

  for (const javaScriptEnabled of [false, true])
    test(`A name and a logo are set, a wrong value is told at its field, and one click undoes all ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      await using page = await opened('/settings/', { javaScriptEnabled, locale: 'ca' });
      for (const name of ['SITE_NAME', 'SITE_LOGO', 'DAY_ENDS'])
        await page.locator(`details:has([name="${name}"]) summary`).click();
      await page.fill('#SITE_NAME', 'Agenda de Vic');
      await page.setInputFiles('#SITE_LOGO', logo);
      await page.fill('#DAY_ENDS', 'tard');
      // A script has sent the picture before.
      if (javaScriptEnabled) await page.locator('.held img').waitFor();
      await page.click('.bar button');
      assert.match(await page.locator('.summary').innerText(), /El dia s’acaba: «tard»/);
      if (javaScriptEnabled) assert.deepEqual(await axeViolations(page), []);
      await page.fill('#DAY_ENDS', '06:00');
      await page.click('.bar button');
      await page.locator('.notice.done').waitFor();
      assert.match(await page.locator('details:has(#SITE_NAME)').innerText(), /Agenda de Vic/);
      await page.goto(`${service.site}/ca/`);
      assert.equal(await page.locator('img.site-logo').getAttribute('alt'), 'Agenda de Vic');
      await page.goBack();
      await page.click('.notice.done button');
      await page.getByText('Desfet.').waitFor();
      assert.equal(await page.inputValue('#SITE_NAME'), '');
      assert.equal(await page.locator('.held').count(), 0);
    });

  test('A page of the operator is written with the editor; Enter in its title saves, and a button of its own removes it', async () => {
    await using page = await opened('/settings/pages/', { locale: 'ca' });
    await page.fill('#slug', 'avis-legal');
    await page.fill('#title_ca', 'Avís legal');
    await page.locator('[data-rich="text_ca"] [data-text]').click();
    await page.keyboard.press('Control+b');
    await page.keyboard.type('Ajuntament');
    await page.click('.bar button');
    await page.locator('.notice.done').waitFor();
    await page.goto(`${service.site}/ca/avis-legal/`);
    assert.match(await page.locator('article').innerHTML(), /<strong>Ajuntament<\/strong>/);
    await page.goto(`${service.site}/admin/settings/pages/avis-legal/`);
    await page.press('#title_ca', 'Enter');
    await page.locator('.notice.done').waitFor();
    assert.match(await page.locator('.notice.done').innerText(), /desat/i);
    await page.goto(`${service.site}/admin/settings/pages/avis-legal/`);
    await page.click('button[value=remove]');
    await page.locator('.notice.done').waitFor();
    assert.equal((await fetch(`${service.site}/ca/avis-legal/`)).status, 404);
  });
});
