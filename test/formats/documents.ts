import { sampleRows } from '../../src/api/openapi/samples.ts';
import { readConfig } from '../../src/config.ts';
import type { EventRecord } from '../../src/events/event.ts';
import { showInList } from '../../src/events/mask.ts';
import type { EventFormat, EventListView } from '../../src/formats/event-format.ts';
import { listedView, singleView } from '../../src/formats/render.ts';
import type { Language } from '../../src/i18n/language.ts';
import { toEpoch } from '../../src/lib/time/zones.ts';
import { addressAt } from '../../src/site/address.ts';

export const SITE = 'https://agenda.example.org';

/** The document of these events in a format, as the public reads it. */
export function documentOf(
  format: EventFormat,
  events: readonly EventRecord[],
  { language = 'en', single = false, ...about }: Partial<EventListView> & { single?: boolean } = {},
): string {
  const call = { ...CALL, language };
  const view = single ? singleView(call) : listedView(call);
  const writer = format.open({
    ...{ title: 'Agenda', description: '', language, site: SITE, page: `${SITE}/events/` },
    ...{
      self: `${SITE}/events.${format.suffix}`,
      modified: 0,
      now: 0,
      since: Math.min(...events.map(event => event.start_at)),
      store: 'store',
      ...{ titleLanguage: undefined, alternates: [], languages: [] },
      view,
    },
    ...about,
  });
  const written = events.map(event => writer.event(showInList(event, view, undefined), event));
  return [writer.begin(), ...written, writer.end()].join('');
}

const CALL = {
  address: addressAt(SITE),
  config: readConfig({ TIME_ZONE: 'Europe/Madrid' }),
  viewer: undefined,
};

/** An event with everything, but for what is said otherwise. */
export const sampleEvent = (
  otherwise: Partial<EventRecord> = {},
  language: Language = 'en',
): EventRecord => ({
  ...sampleRows(language).event,
  ...otherwise,
});

/** The columns of dates. */
export const datesIn = (timezone: string, zone: string, start_date: string, end_date: string) => ({
  ...{ timezone, timezone_abbr: '', start_date, end_date },
  ...{ start_at: toEpoch(start_date, zone), end_at: toEpoch(end_date, zone) },
});

/** An event without anything that it may lack. */
export const bareEvent = (otherwise: Partial<EventRecord> = {}): EventRecord =>
  sampleEvent({
    ...{ description: '', excerpt: '', image: undefined, image_id: null, cost: null, website: null },
    ...{ venues: [], organizers: [], categories: [], tags: [] },
    ...otherwise,
  });

/** Texts that break documents whose writer forgets to escape. */
export const HOSTILE = [
  ...[
    ']]>',
    '<![CDATA[',
    '<script>alert(1)</script>',
    '&amp;lt;b&gt;',
    '"quoted" \'text\'',
    '--><!--',
    '</item>',
  ],
  ...[
    'a\0b',
    'a\u000bb',
    '\u001b[31m',
    'a\ufffeb\uffff',
    'a\ud800b',
    '\udc00\ud800',
    'a\r\nb\tc',
    '\u2028\u2029',
  ],
  ...['=1+1', '+1', '-1', '@SUM(A1)', '\t=1+1', '\r=1+1', '＝1+1', '＋1', '－1', '＠SUM(A1)', '\ufeff=1+1'],
  ...['a;=1+1', 'a","=1+1', '"=1+1', "=cmd|' /C calc'!A0", '﹦1', '\u200b=1+1', ' =1+1', 'a\n=1+1'],
  ...['\\', '\\ud800', '\\\ud800', '{{x}}', '😀'.repeat(300), 'x'.repeat(200_000), '<p>y</p>'.repeat(25_000)],
];
