import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { ConfigError } from '../config.ts';
import { startTracing, stopTracing, traced, tracing } from './traces.ts';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };

test('Tracing is off unless the environment configures it', async () => {
  for (const environment of [
    {},
    { OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_SERVICE_NAME: 'a' },
    { ...ENDPOINT, OTEL_SDK_DISABLED: 'true' },
    { ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' },
  ]) {
    await startTracing(environment, () => {});
    assert.equal(tracing, undefined, JSON.stringify(environment));
  }
  assert.equal(await traced('work', assert.fail, async () => 5), 5);
});

test('An unsupported protocol for traces stops the start', async () => {
  const started = startTracing({ ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, () => {});
  await assert.rejects(
    started,
    error => error instanceof ConfigError && /PROTOCOL: expected/.test(error.message),
  );
  await stopTracing();
});

test('Where OpenTelemetry is not installed, the command that installs it is named', () => {
  const at = new URL('./traces.ts', import.meta.url).href;
  const program = `
    import { registerHooks } from 'node:module';
    registerHooks({
      resolve(name, context, next) {
        return next(name.startsWith('@opentelemetry/') ? 'not-installed' : name, context);
      },
    });
    const { startTracing } = await import('${at}');
    console.log(await startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program]);
  assert.match(
    String(stdout),
    /^OpenTelemetry is not installed: npm install --no-save @opentelemetry\/api@\d+\.\d+\.\d+ @open/,
    String(stderr),
  );
});
