import type { Call } from '../interface/route.ts';
import { digestOf, opaqueTag } from '../interface/tags.ts';
import type { View } from './members.ts';

type Viewing = Pick<Call, 'address' | 'config' | 'viewer' | 'language'>;

/** Writes what a single read of a record answers. */
export type Writer = (view: View) => string;

/** A digest of what a record shows to the viewer: the same by whichever address and in whichever language. */
export const stateOf = (write: Writer, { config, viewer }: Pick<Viewing, 'config' | 'viewer'>): string =>
  digestOf(write({ config, viewer, address: NOWHERE, language: 'en', single: true }));

const NOWHERE: View['address'] = { site: '', name: '', api: '', namespace: '', language: undefined };

/** The header with which a single read of the record would come now, for the echo of a write. */
export function tagHeader(write: Writer, viewing: Viewing): { ETag: string } {
  const body = digestOf(write({ ...viewing, single: true }));
  return { ETag: `"${opaqueTag(body, stateOf(write, viewing))}"` };
}
