import type { Known } from '../imported.ts';
import type { ImportPlan } from './plan.ts';

/** What is remembered of a record that was read: hashes, each of which may be ''. */
export type Fingerprint = Required<Pick<ImportPlan, 'core'>> &
  Record<'extra' | 'content' | 'translations', string>;

/** The parts of a stored fingerprint. */
export function fingerprintOf(known: Pick<Known, 'fingerprint'> | undefined): Fingerprint {
  const [core = '', extra = '', content = '', translations = ''] = known?.fingerprint.split('.') ?? [];
  return { core, extra, content, translations };
}

/** The column of a fingerprint. Parts that came later are left out where they are empty, as in older stores. */
export function storedFingerprint({ core, extra, content, translations }: Fingerprint): string {
  const later = translations ? [content, translations] : content ? [content] : [];
  return [core, extra, ...later].join('.');
}
