import { demoSettings } from '../../src/cli/demo.ts';

/** The settings of a service that shows the sample calendar. */
export const SAMPLE_SETTINGS = { ...demoSettings('ca'), LANGUAGE: 'ca' } as const;
