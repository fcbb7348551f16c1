import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Parser from 'rss-parser';
import type { EventRecord } from '../../src/events/event.ts';
import { atom } from '../../src/formats/feeds/atom.ts';
import { jsonFeed } from '../../src/formats/feeds/json-feed.ts';
import { rss } from '../../src/formats/feeds/rss.ts';
import { languages } from '../../src/i18n/language.ts';
import { bareEvent, datesIn, documentOf, HOSTILE, SITE, sampleEvent } from './documents.ts';
import { relativeAddresses } from './rules/addresses.ts';
import { atomProblems } from './rules/atom.ts';
import { jsonFeedProblems } from './rules/json-feed.ts';
import { rssProblems } from './rules/rss.ts';
import { childrenOf, parseXml, textsOf } from './xml-tree.ts';

const FEEDS = [
  { format: rss, problemsOf: rssProblems, contents: rssContents },
  { format: atom, problemsOf: atomProblems, contents: atomContents },
  { format: jsonFeed, problemsOf: jsonFeedProblems, contents: jsonContents },
];

const ATOM = '{http://www.w3.org/2005/Atom}';

/** The title and content of each event. */
interface Content {
  title: string;
  html: string;
}

function rssContents(document: string): Content[] {
  const [channel] = parseXml(document).children;
  return childrenOf(channel!, 'item').map(item => ({
    title: textsOf(item, 'title')[0]!,
    html: textsOf(item, '{http://purl.org/rss/1.0/modules/content/}encoded')[0]!,
  }));
}

function atomContents(document: string): Content[] {
  return childrenOf(parseXml(document), `${ATOM}entry`).map(entry => ({
    title: textsOf(entry, `${ATOM}title`)[0]!,
    html: textsOf(entry, `${ATOM}content`)[0]!,
  }));
}

function jsonContents(document: string): Content[] {
  const { items } = JSON.parse(document) as { items: { title: string; content_html: string }[] };
  return items.map(({ title, content_html }) => ({ title, html: content_html }));
}

/** The text as XML 1.0 can hold it. */
const inXml = (text: string) =>
  [...text]
    .filter(character => /[\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u.test(character))
    .join('');

for (const { format, problemsOf, contents } of FEEDS)
  describe(`The format ${format.suffix}`, () => {
    for (const language of languages)
      it(`keeps the rules of the format in the language ${language}`, () => {
        const document = documentOf(format, [sampleEvent({}, language), bareEvent({ id: 99 })], { language });
        assert.deepEqual(problemsOf(document), []);
        assert.equal(contents(document).length, 2);
      });

    it('keeps the rules without any event', () => {
      assert.deepEqual(problemsOf(documentOf(format, [], { modified: undefined })), []);
    });

    it('keeps the rules with hostile texts everywhere, and shows them as they are', () => {
      const events = HOSTILE.map((text, at) => hostile(text, at + 1));
      const document = documentOf(format, events, { title: HOSTILE.join(''), description: HOSTILE.join('') });
      assert.deepEqual(problemsOf(document), []);
      const expected = format === jsonFeed ? HOSTILE.map(text => text.toWellFormed()) : HOSTILE.map(inXml);
      assert.deepEqual(
        contents(document).map(({ title }) => title),
        expected,
      );
    });

    it('makes the addresses in descriptions absolute', () => {
      const description =
        '<p title=" href=&quot;/x&quot;"><a href="/a?b=1&amp;c=2">A</a> href="/text" <a href="mailto:a@b.example">M</a>' +
        '<img src="b.jpg" srcset="/b.jpg 1x, //cdn.example/b.jpg 2x" /><a href="#top">T</a></p>';
      const [content] = contents(documentOf(format, [sampleEvent({ description })]));
      assert.deepEqual(relativeAddresses(content!.html), []);
      for (const part of [
        `<a href="${SITE}/a?b=1&amp;c=2">`,
        ' href="/text" ',
        '<a href="mailto:a@b.example">',
        `src="${SITE}/event/festa-major/b.jpg"`,
        `srcset="${SITE}/b.jpg 1x, https://cdn.example/b.jpg 2x"`,
        `<a href="${SITE}/event/festa-major/#top">`,
      ])
        assert.ok(content!.html.includes(part), part);
    });

    it('shows nothing of what a password hides', () => {
      const event = sampleEvent({ password_hash: 'hash', excerpt: '<p>Hidden</p>' });
      const bare: EventRecord = { ...bareEvent({ password_hash: 'hash' }), all_day: 1 };
      assert.equal(documentOf(format, [event]), documentOf(format, [bare]));
      assert.ok(contents(documentOf(format, [event]))[0]!.html.includes('Saturday 5 July 2031'));
    });

    it('names no flag that a password hides', () => {
      const locked = documentOf(format, [sampleEvent({ password_hash: 'hash', all_day: 1, is_virtual: 1 })]);
      assert.doesNotMatch(locked, /all_day|is_virtual/);
    });

    it('names the page itself and its neighbours', () => {
      const pages = { self: `${SITE}/e?page=2&a=1`, next: `${SITE}/e?page=3&a=1`, previous: `${SITE}/e?a=1` };
      const document = documentOf(format, [], pages);
      assert.deepEqual(problemsOf(document), []);
      for (const url of [pages.self, pages.next])
        assert.ok(document.replaceAll('&amp;', '&').includes(`"${url}"`), url);
    });

    it('says the same at any time', () => {
      const [one, other] = [1, 2e9].map(now => documentOf(format, [sampleEvent()], { now }));
      assert.equal(one, other);
    });
  });

/** An event with this text wherever people write text. */
function hostile(text: string, id: number): EventRecord {
  const event = sampleEvent({ id, title: text, excerpt: id % 2 ? '' : text, description: text });
  return {
    ...event,
    venues: [{ ...event.venues[0]!, name: text, address: text, city: text }],
    organizers: [{ ...event.organizers[0]!, name: text }],
    categories: [{ ...event.categories[0]!, name: text }],
  };
}

describe('A JSON Feed', () => {
  it('ends no script in which its JSON stands', () => {
    const ends = '</script><!--<script>';
    // The text of a description has the characters that its HTML escapes.
    const escaped = '&lt;/script&gt;&lt;!--&lt;script&gt;';
    const events = [hostile(ends, 1), sampleEvent({ description: `<p>${escaped}</p>` })];
    const document = documentOf(jsonFeed, events, { title: ends, description: ends });
    assert.doesNotMatch(document, /<\/?script|<!--/i);
    const { title, items } = JSON.parse(document);
    assert.deepEqual([title, items[0].title, items[1].summary], [ends, ends, ends]);
  });
});

describe('The first line of an event in a feed', () => {
  const cases: [string, Partial<EventRecord>, Record<string, string>][] = [
    [
      'has its dates as people write them, its place and its cost',
      {},
      {
        ca: 'dissabte, 5 de juliol del 2031, de~19 a~22.30~h<br />Plaça Major, Plaça Major, 1, Vic<br />5~€',
        en: 'Saturday 5 July 2031, 7–10.30~pm<br />Plaça Major, Plaça Major, 1, Vic<br />€5',
        fr: 'samedi 5 juillet 2031, de~19~h à~22~h~30<br />Plaça Major, Plaça Major, 1, Vic<br />5~€',
        es: 'sábado, 5 de julio de 2031, de~19:00 a~22:30~h<br />Plaça Major, Plaça Major, 1, Vic<br />5~€',
      },
    ],
    [
      'has no times for an event that lasts all day',
      {
        ...bare(),
        all_day: 1,
        ...datesIn('Europe/Madrid', 'Europe/Madrid', '2031-05-10 00:00:00', '2031-05-12 23:59:59'),
      },
      { ca: 'del dissabte 10 al dilluns 12 de maig del 2031', en: 'Saturday 10 – Monday 12 May 2031' },
    ],
    [
      'names a zone that is not that of the site',
      {
        ...bare(),
        ...datesIn('America/New_York', 'America/New_York', '2031-05-10 18:30:00', '2031-05-10 18:30:00'),
        timezone_abbr: 'EDT',
      },
      { en: 'Saturday 10 May 2031, 6.30~pm (EDT)', fr: 'samedi 10 mai 2031, 18~h~30 (EDT)' },
    ],
    [
      'has the local time of a fixed offset',
      { ...bare(), ...datesIn('UTC+5:45', '+05:45', '2031-05-10 00:00:00', '2031-05-11 01:00:00') },
      { es: 'sábado, 10 de mayo de 2031, 0:00~h – domingo, 11 de mayo de 2031, 1:00~h (UTC+5:45)' },
    ],
  ];
  const notices: typeof cases = [
    [
      'begins with the status of an event that is not as planned',
      { event_status: 'canceled', status_reason: 'Rain & wind', cost: null },
      {
        ca: 'Cancel·lat – Rain &amp; wind<br />dissabte, 5 de juliol del 2031, de~19 a~22.30~h<br />Plaça Major, Plaça Major, 1, Vic',
        en: 'Cancelled – Rain &amp; wind<br />Saturday 5 July 2031, 7–10.30~pm<br />Plaça Major, Plaça Major, 1, Vic',
      },
    ],
    [
      'leads to an event that takes place online',
      { ...bare(), is_virtual: 1, virtual_url: 'https://meet.example/?a=1&b="' },
      {
        fr: 'samedi 5 juillet 2031, de~19~h à~22~h~30<br /><a href="https://meet.example/?a=1&amp;b=&quot;">En ligne</a>',
      },
    ],
    [
      'never leads to an address that is none of the web',
      { ...bare(), is_virtual: 1, virtual_url: 'javascript:alert(1)' },
      { es: 'sábado, 5 de julio de 2031, de~19:00 a~22:30~h<br />En línea' },
    ],
  ];
  it('tells what its image shows', () => {
    const { image } = sampleEvent();
    const shown = { ...image!, alt_text: 'A "big" crowd' };
    const [content] = jsonContents(documentOf(jsonFeed, [sampleEvent({ image: shown })]));
    assert.match(content!.html, /alt="A &quot;big&quot; crowd"/);
  });

  for (const [name, event, expected] of [...cases, ...notices])
    for (const [language, line] of Object.entries(expected))
      it(`${name} (${language})`, () => {
        const document = documentOf(jsonFeed, [sampleEvent(event)], {
          language: languages.find(known => known === language)!,
        });
        const [content] = jsonContents(document);
        assert.equal(
          content!.html
            .slice(3, content!.html.indexOf('</p>'))
            .replace(/[\u2009\u202f]/g, ' ')
            .replaceAll('\u00a0', '~'),
          line,
        );
      });

  function bare() {
    const { id, slug, title, ...nothing } = bareEvent();
    return nothing;
  }
});

describe('The dates of an event for programs', () => {
  const datesOf = (event: Partial<EventRecord>) => {
    const [channel] = parseXml(documentOf(rss, [sampleEvent(event)])).children;
    const item = childrenOf(channel!, 'item')[0]!;
    return ['startdate', 'enddate'].flatMap(name =>
      textsOf(item, `{http://purl.org/rss/1.0/modules/event/}${name}`),
    );
  };

  it('have the offset of its zone at that time', () => {
    const dates = datesIn('Europe/Madrid', 'Europe/Madrid', '2031-10-25 22:00:00', '2031-10-26 04:00:00');
    assert.deepEqual(datesOf(dates), ['2031-10-25T22:00:00+02:00', '2031-10-26T04:00:00+01:00']);
  });

  it('have the offset that was written', () => {
    const dates = datesIn('UTC-9.5', '-09:30', '2031-05-10 00:00:00', '2031-05-11 01:00:00');
    assert.deepEqual(datesOf(dates), ['2031-05-10T00:00:00-09:30', '2031-05-11T01:00:00-09:30']);
  });

  it('are days where it lasts all day', () => {
    const dates = datesIn('Asia/Tokyo', 'Asia/Tokyo', '2031-05-10 00:00:00', '2031-05-12 23:59:59');
    assert.deepEqual(datesOf({ ...dates, all_day: 1 }), ['2031-05-10', '2031-05-12']);
  });
});

describe('A reader of feeds', () => {
  for (const format of [rss, atom])
    it(`finds the events in the format ${format.suffix}`, async () => {
      const feed = await new Parser().parseString(documentOf(format, [sampleEvent()]));
      const [item] = feed.items;
      assert.equal(feed.title, 'Agenda');
      assert.equal(item!.title, 'Festa Major');
      assert.equal(item!.link, `${SITE}/event/festa-major/`);
      assert.equal(item!.isoDate, '2031-05-20T07:00:00.000Z');
      assert.ok((item!['content:encoded'] ?? item!.content)!.includes(sampleEvent().description));
      assert.equal(item!.guid ?? item!.id, 'urn:uuid:164059ef-2eb6-5f57-a314-315df32e862a');
    });
});

describe('The identity of an event in feeds', () => {
  const idOf = (event: EventRecord) =>
    (JSON.parse(documentOf(jsonFeed, [event])) as { items: { id: string }[] }).items[0]!.id;

  it('does not change with its title, its address or its dates', () => {
    const dates = datesIn('UTC', 'UTC', '2032-01-01 00:00:00', '2032-01-01 01:00:00');
    assert.equal(idOf(sampleEvent({ title: 'B', slug: 'b', ...dates, modified_at: 1 })), idOf(sampleEvent()));
  });

  it('follows from that in calendar files, and is a UUID', () => {
    const ids = [sampleEvent(), sampleEvent({ id: 16 }), sampleEvent({ uid: 'a@example.org' })].map(idOf);
    assert.equal(new Set(ids).size, 3);
    assert.equal(idOf(sampleEvent({ id: 16, uid: 'a@example.org' })), ids[2]);
    for (const id of ids)
      assert.match(id, /^urn:uuid:[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });
});
