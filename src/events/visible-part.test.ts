import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sampleRows } from '../api/openapi/samples.ts';
import { readConfig } from '../config.ts';
import { listedView } from '../formats/render.ts';
import { addressAt } from '../site/address.ts';
import type { EventRecord } from './event.ts';
import { showInList, visiblePart } from './mask.ts';
import { eventMembers, showEvent } from './members.ts';
import { plainFields } from './plain-fields.ts';
import { OPEN } from './protection.ts';

const call = { address: addressAt('https://example.org'), config: readConfig({}), viewer: undefined };
const view = {
  ...listedView({ ...call, language: 'en', textLanguage: 'es' }),
  point: { lat: 42, lng: 2 },
};

const { event: sample } = sampleRows('en');

const fr = {
  ...{ title: 'Fête', slug: 'fete', description: 'Secret', excerpt: 'Chut', status_reason: 'Orage' },
  website: 'https://fete.example',
};

/** Every flag is set, and every line has a text. */
const plain = Object.fromEntries(
  Object.entries(plainFields).flatMap(([name, { kind }]): [string, string | number][] =>
    kind === 'flag' ? [[name, 1]] : kind === 'line' ? [[name, `a ${name}`]] : [],
  ),
);

/** An event in which no member has its default: an occurrence of a series with the same password. */
const event: EventRecord = {
  ...sample,
  ...{ series_id: 14, recurrence_id: sample.start_date },
  series: {
    ...{ ...sample, id: 14, uid: 'series', password_hash: 'hash', recurrence: 'RRULE:FREQ=DAILY' },
    ...{ total: 2, trashed: [], hidden: [], translations: JSON.stringify({ fr }) },
  },
  ...plain,
  ...{ password_hash: 'hash', excerpt: '<p>Psst</p>', all_day: 1, virtual_url: 'https://meet.example' },
  ...{ event_status: 'canceled', currency_code: 'EUR', custom_fields: '{"room":"Green"}' },
  ...{ ticket_url: 'https://tickets.example', availability: 'sold_out' },
  ...{ language: 'en', translated: 'fr', translations: JSON.stringify({ fr }) },
};

describe('The visible part of an event', () => {
  it('lacks everything that a password hides, and has everything else', () => {
    const visible = showEvent(visiblePart(showInList(event, view, undefined), event), view);
    const whole = showEvent(event, view);
    const names = Object.keys(eventMembers).filter(name => name !== 'json_ld');
    const differing = names.filter(name => JSON.stringify(visible[name]) !== JSON.stringify(whole[name]));
    assert.deepEqual(
      differing,
      // Only those who may edit an event, from whom its password hides nothing, read all translations.
      names.filter(name => eventMembers[name]!.whenLocked !== OPEN && name !== 'translations'),
    );
  });

  it('has the translations of what it shows, and no others', () => {
    const french = { ...view, textLanguage: 'fr' } as const;
    const visible = visiblePart(showInList(event, french, undefined), event);
    assert.deepEqual(JSON.parse(visible.translations), { fr: { title: 'Fête', slug: 'fete' } });
    assert.deepEqual(JSON.parse(visible.series!.translations), { fr: { title: 'Fête', slug: 'fete' } });
    assert.equal(showEvent(visible, french).title, 'Fête');
    assert.equal(showEvent(visible, french).description, '');
  });

  it('is the whole event for a reader who offered its password', () => {
    assert.equal(visiblePart(showInList(event, view, 'hash'), event), event);
  });

  it('is the whole event without a password', () => {
    const open = { ...event, password_hash: null };
    assert.equal(visiblePart(showInList(open, view, undefined), open), open);
  });
});
