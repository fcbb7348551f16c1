import type { Config } from '../../config.ts';
import { type Accent, accentOf } from './accent.ts';
import type { OwnTexts } from './texts.ts';

/** What an operator decides about all pages. */
export interface Look {
  readonly accent: Accent;
  readonly texts: OwnTexts;
}

const looks = new WeakMap<Config, Look>();

/** The look of the pages of a service. */
export function lookOf(config: Config): Look {
  const known = looks.get(config);
  if (known) return known;
  const plain: Look = { accent: accentOf(config.ACCENT_COLOR), texts: {} };
  looks.set(config, plain);
  return plain;
}
