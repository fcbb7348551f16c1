import type { SampleEvent } from './event.ts';
import { highlights } from './highlights.ts';
import { others } from './others.ts';
import { series } from './series.ts';
import { year } from './year.ts';

/** Of the events in the weeks around today, those of a season, which `year` has on their days. */
const SEASONAL = new Set([
  ...['Three Kings’ Parade', 'New Year’s Concert', 'Christmas Fair', 'The Shepherds’ Play'],
  ...['Lantern Workshop', 'Beach Clean-up'],
]);

/** All events of the demonstration. */
export const demoEvents: SampleEvent[] = [
  ...[...highlights, ...series, ...others].filter(({ title }) => !SEASONAL.has(title[1])),
  ...year,
];
