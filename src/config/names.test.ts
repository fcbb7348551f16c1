import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { settingNames } from '../config.ts';
import { mistakenVariables } from './names.ts';

describe('Variables of the environment that are like settings', () => {
  for (const [variable, setting] of Object.entries({
    ...{
      SITENAME: 'SITE_NAME',
      site_name: 'SITE_NAME',
      ALMANAC_SITE_NAME: 'SITE_NAME',
      TIMEZONE: 'TIME_ZONE',
    },
    ...{ ACCENT_COLOUR: 'ACCENT_COLOR', DATABSE_URL: 'DATABASE_URL', MAX_PER_PAGES: 'MAX_PER_PAGE' },
  }))
    it(`The variable ${variable} means ${setting}`, () =>
      assert.deepEqual(mistakenVariables({ [variable]: 'x' }, settingNames), [{ variable, setting }]));

  it('Settings, and variables of others, mean none', () => {
    const others = {
      ...{ HOST: '', LANGUAGES: '', LANGUAGE: '', ALMANAC_CONFIG: '', ALMANAC_WORKER: '' },
      ...{
        LANG: 'ca_ES.UTF-8',
        TZ: 'UTC',
        HOSTNAME: 'a',
        PORTS: '',
        WORKER: '',
        PATH: '',
        HOME: '',
        ALIAS: '',
      },
      ...{
        PGDATABASE: '',
        npm_config_loglevel: '',
        LC_ALL: '',
        DISPLAY: '',
        CACHE_DIRECTORY: '',
        LOGNAME: '',
      },
      ...{ STATE_DIRECTORY: '', INVOCATION_ID: '', NODE_OPTIONS: '', MALLOC_ARENA_MAX: '', SSH_TTY: '' },
    };
    assert.deepEqual(mistakenVariables(others, settingNames), []);
  });
});
