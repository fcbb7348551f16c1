import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { languages } from '../i18n/language.ts';
import { say } from '../i18n/say.ts';
import { forbidden, invalidParameter, invalidParameters, noRoute, Refused, RestError } from './errors.ts';

describe('an error', () => {
  it('has a code for programs, a message for people and its status', () => {
    const { message, ...rest } = noRoute().body('en') as { message: string };
    assert.deepEqual(rest, { code: 'rest_no_route', data: { status: 404 } });
    assert.notEqual(message, '');
  });

  it('speaks the language of who asked', () => {
    const messages = languages.map(language => (noRoute().body(language) as { message: string }).message);
    assert.equal(new Set(messages).size, languages.length);
  });

  it('may say more, within its data and beside it', () => {
    const error = new RestError(400, 'term_exists', 'term_exists', {
      data: () => ({ term_id: 5 }),
      additional: { additional_data: [5, 5] },
    });
    const { message, ...rest } = error.body('ca') as { message: string };
    assert.deepEqual(rest, {
      code: 'term_exists',
      data: { status: 400, term_id: 5 },
      additional_data: [5, 5],
    });
    assert.notEqual(message, '');
  });

  it('asks to sign in whoever has not, and forbids whoever has', () => {
    assert.deepEqual([forbidden(false).status, forbidden(true).status], [401, 403]);
    assert.deepEqual([forbidden(false).code, forbidden(true).code], ['rest_forbidden', 'rest_forbidden']);
  });
});

describe('refused values', () => {
  it('are told all together, in their order, each with what was expected', () => {
    const refused = new Map([
      ['start_date', new Refused('expected_date')],
      ['ticketed', new Refused('event-tickets-not-active', {}, 'event-tickets-not-active')],
    ]);
    const body = invalidParameters(refused).body('en') as {
      code: string;
      message: string;
      data: {
        status: number;
        params: Record<string, string>;
        details: Record<string, { code: string; data: object }>;
      };
    };
    assert.equal(body.code, 'rest_invalid_param');
    assert.match(body.message, /start_date, ticketed$/);
    assert.equal(body.data.status, 400);
    assert.deepEqual(Object.keys(body.data.params), ['start_date', 'ticketed']);
    assert.match(body.data.params.start_date ?? '', /start_date/);
    assert.equal(body.data.details.start_date?.code, 'rest_invalid_param');
    assert.equal(body.data.details.ticketed?.code, 'event-tickets-not-active');
    assert.deepEqual(body.data.details.ticketed?.data, { status: 400, param: 'ticketed' });
  });

  it('name the parameter and the limit in every language', () => {
    for (const language of languages) {
      const error = invalidParameter('title', new Refused('expected_max_length', { max: 1000 }));
      const { data } = error.body(language) as { data: { params: { title: string } } };
      assert.match(data.params.title, /title/);
      assert.match(data.params.title, /1\D?000/);
      assert.doesNotMatch(data.params.title, /[{}]/);
    }
  });
});

describe('say', () => {
  it('leaves a placeholder that has no value, and takes no value for a template', () => {
    assert.match(say('rest_invalid_param', 'en'), /\{names\}/);
    assert.match(say('rest_invalid_param', 'en', { names: '{status} $& $1' }), /\{status\} \$& \$1$/);
  });
});
