import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { seriesOf, TUESDAYS } from './series.ts';
import { startService } from './service.ts';

const service = await startService({ LANGUAGE: 'ca' });
after(() => service[Symbol.asyncDispose]());
const { done } = seriesOf(service);

const make = (body: object) => done('POST /events', { title: 'Concert de Nadal', ...TUESDAYS, ...body });

describe('An event in several languages', () => {
  it('Each text is read in the language that is asked for, and else in that of the event', async () => {
    const { id } = await make({
      description: 'Amb cor i orquestra.',
      translations: { fr: { title: 'Concert de Noël' }, es: { description: 'Con coro y orquesta.' } },
    });
    const own = await done(`GET /events/${id}`);
    assert.equal(own.title, 'Concert de Nadal');
    assert.equal(own.languages, undefined);
    assert.equal(own.language, 'ca');
    const french = await done(`GET /events/${id}?i18n_language=fr`);
    assert.equal(french.title, 'Concert de Noël');
    assert.equal(french.description, '<p>Amb cor i orquestra.</p>');
    assert.deepEqual(french.languages, { title: 'fr', description: 'ca' });
  });

  it('An update with translate writes the texts of the language of its path', async () => {
    const { id } = await make({});
    await done(`PATCH /events/${id}?i18n_language=fr`, { translate: true, title: 'Concert de Noël' });
    assert.equal((await done(`GET /events/${id}`)).title, 'Concert de Nadal');
    assert.equal((await done(`GET /events/${id}?i18n_language=fr`)).title, 'Concert de Noël');
    assert.equal((await done(`GET /events/${id}?i18n_language=es`)).title, 'Concert de Nadal');
  });
});
