// Serves the sample calendar on a scratch folder until it is stopped, for looking at pages:
// `node bin/run.mjs test/sample-calendar/serve.ts --port 4000 LANGUAGE=ca`. Further arguments are settings.
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { startService } from '../service.ts';
import { openEmbedded } from '../store.ts';
import { fillSample } from './fill.ts';
import { SAMPLE_SETTINGS } from './settings.ts';

const { values, positionals } = parseArgs({
  options: { port: { type: 'string', default: '0' } },
  allowPositionals: true,
});
const settings = Object.fromEntries(positionals.map(text => text.split(/=(.*)/s, 2) as [string, string]));
await using service = await startService(
  { ...SAMPLE_SETTINGS, ...settings },
  openEmbedded,
  Number(values.port),
);
const { user, app_password } = service.accounts.administrator;
await fillSample(service.base, service.accounts.administrator);
console.log(`The sample calendar is at ${service.site}/ (${user}:${app_password}). Ctrl+C stops it.`);
await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
