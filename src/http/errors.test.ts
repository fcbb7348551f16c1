import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { InvalidParameters, InvalidValue, Refused } from '../errors.ts';
import { languages } from '../i18n/language.ts';
import { say } from '../i18n/say.ts';
import { asAnswer } from './domain-errors.ts';
import { forbidden, noRoute, RestError } from './errors.ts';

describe('REST errors', () => {
  it('An error has a code, a message and its status', () => {
    const { message, ...rest } = noRoute().body('en') as { message: string };
    assert.deepEqual(rest, { code: 'rest_no_route', data: { status: 404 } });
    assert.notEqual(message, '');
  });

  it('An error message is in the requested language', () => {
    const messages = languages.map(language => (noRoute().body(language) as { message: string }).message);
    assert.equal(new Set(messages).size, languages.length);
  });

  it('An error may carry more data, within its data and beside it', () => {
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

  it('A refusal has status 401 for anonymous clients and 403 for users', () => {
    assert.deepEqual([forbidden(false).status, forbidden(true).status], [401, 403]);
    assert.deepEqual([forbidden(false).code, forbidden(true).code], ['rest_forbidden', 'rest_forbidden']);
  });
});

describe('Refused parameters', () => {
  it('All refused parameters are reported together, in their order, each with what was expected', () => {
    const refused = new Map([
      ['start_date', new Refused('expected_date')],
      ['ticketed', new Refused('event-tickets-not-active', {}, 'event-tickets-not-active')],
    ]);
    const body = asAnswer(new InvalidParameters(refused)).body('en') as {
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

  it('The message of a refused parameter names the parameter and the limit in every language', () => {
    for (const language of languages) {
      const error = asAnswer(new InvalidValue('title', new Refused('expected_max_length', { max: 1000 })));
      const { data } = error.body(language) as { data: { params: { title: string } } };
      assert.match(data.params.title, /title/);
      assert.match(data.params.title, /1\D?000/);
      assert.doesNotMatch(data.params.title, /[{}]/);
    }
  });
});

describe('Message templates', () => {
  it('A placeholder without a value stays, and a value is not read as a template', () => {
    assert.match(say('rest_invalid_param', 'en'), /\{names\}/);
    assert.match(say('rest_invalid_param', 'en', { names: '{status} $& $1' }), /\{status\} \$& \$1$/);
  });
});
