import { siteName } from '../../records/view.ts';
import type { PageCall } from '../frame/document-parts.ts';
import { lookOf } from './look.ts';

/** The name of the site in the language of the page. */
export const nameOfSite = (call: PageCall): string =>
  lookOf(call.config).texts[call.language]?.site?.name ?? siteName(call);
