import type { Call } from '../http/call.ts';
import { structuredData } from './json-ld/structured-data.ts';

type Shown = Pick<Call, 'address' | 'config' | 'viewer' | 'language'>;

/** A record in a list, or as the echo of a write. */
export const listedView = <C extends Shown>(call: C) => ({ ...call, single: false }) as const;

/** A record that is asked for by itself. */
export const singleView = <C extends Shown>(call: C) => ({ ...call, single: true, structuredData }) as const;
