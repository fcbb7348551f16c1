import { type ELDHistogram, monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { counters, gauges } from './metrics.ts';

const metric = (name: string, help: string, read: () => number) => {
  const family = name.endsWith('_total') ? counters(name, help) : gauges(name, help);
  family.combinedBy('each').of().read = read;
};

const started = Math.round(Date.now() / 1000 - process.uptime());
metric('process_start_time_seconds', 'When the process began, in seconds since 1970.', () => started);
metric('process_cpu_seconds_total', 'Time that processors worked for the process.', () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
});
metric('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss());
metric('nodejs_heap_size_used_bytes', 'Memory of JavaScript objects.', () => process.memoryUsage().heapUsed);
metric('nodejs_external_memory_bytes', 'Memory of buffers.', () => process.memoryUsage().external);
metric(
  'almanac_event_loop_active_seconds_total',
  'Time that the event loop worked, and did not wait.',
  () => performance.eventLoopUtilization().active / 1000,
);

const delay = gauges(
  'almanac_event_loop_delay_seconds',
  'By how much the event loop was late, in the last one to two minutes.',
  'quantile',
).combinedBy('each');

const longest = gauges(
  'nodejs_eventloop_lag_max_seconds',
  'Longest iteration of the event loop in the last one to two minutes.',
)
  .combinedBy('each')
  .of();

/** Milliseconds between two samples of the event loop: an idle service wakes up for each. */
const RESOLUTION = 100;
const MINUTE = 60_000;

/** Starts to measure the delay of the event loop; returns a function that stops it. */
export function watchEventLoop(): () => void {
  // Metrics are read from the older pair, which covers one to two minutes, however often it is read.
  let [older, younger] = [openBoth(), openBoth()];
  const timer = setInterval(() => {
    close(older);
    [older, younger] = [younger, openBoth()];
  }, MINUTE).unref();
  // The histogram measures the time between two samples.
  const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - RESOLUTION / 1000);
  for (const quantile of [0.5, 0.99])
    delay.of(String(quantile)).read = () => seconds(older.lateness.percentile(quantile * 100));
  delay.of('1').read = () => seconds(older.lateness.max);
  longest.read = () => older.iterations.max / 1e9;
  return () => {
    clearInterval(timer);
    close(older);
    close(younger);
  };
}

interface Histograms {
  /** The time between two samples. */
  readonly lateness: ELDHistogram;
  /** The time of each iteration of the event loop. */
  readonly iterations: ELDHistogram;
}

function openBoth(): Histograms {
  const lateness = monitorEventLoopDelay({ resolution: RESOLUTION });
  const iterations = monitorEventLoopDelay({ samplePerIteration: true });
  lateness.enable();
  iterations.enable();
  return { lateness, iterations };
}

function close({ lateness, iterations }: Histograms): void {
  lateness.disable();
  iterations.disable();
}
