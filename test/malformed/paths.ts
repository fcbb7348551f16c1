import { describe, it } from 'node:test';
import { sampleOf } from '../sample.ts';
import { assertAnswered, json, V1 } from './site.ts';

describe('Malformed paths', () => {
  it('Malformed paths are answered', async () => {
    const segments = [
      '%00',
      '%',
      '%zz',
      '%ff',
      '%C0%AF',
      '%ED%A0%80',
      '..%2f..%2f',
      '%2e%2e',
      '.',
      '..',
      '%20',
      '%0a',
      '%F0%9F%92%A5',
      '-1',
      '1.5',
      '0',
      '1e3',
      '+1',
      '%D9%A1',
      '0x10',
      '99999999999999999999',
      '5%00',
      '5;a=b',
      '5,6',
      'by-slug',
      'by-slug/',
      'by-slug/%00',
      'by-slug/%ff',
      'by-slug/a%2fb',
      'by-slug/%25',
      'by-slug/..',
      'by-slug/%2e',
      "by-slug/'",
      'by-slug/a/b',
    ];
    await assertAnswered(
      ['events', 'venues', 'organizers', 'categories', 'tags'].flatMap(collection =>
        sampleOf(collection, segments, 0.5).flatMap(segment => [
          { path: `${V1}/${collection}/${segment}` },
          json('PATCH', `/${collection}/${segment}`, {}),
        ]),
      ),
    );
    await assertAnswered(
      [
        '/event/%ff',
        '/event/%00',
        '/venue/%',
        '/organizer/..',
        '/tag/%C0',
        '/events/category/%ff/',
        '/images/%ff/x.png',
        '/images/a/b',
        '//',
        '/%',
        '/?rest_route=%ff',
        '/?rest_route[]=a',
        '/?p[]=1',
        '/healthz/',
        '*',
      ].map(path => ({ path })),
    );
  });
});
