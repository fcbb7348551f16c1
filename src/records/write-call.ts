import type { PreparedTexts } from '../background/texts.ts';
import type { Config } from '../config.ts';
import type { WriteContext } from './versions/record-change.ts';

/** Who writes a record, when, and under which settings. */
export interface WriteCall extends WriteContext {
  config: Config;
  /** What was made of its texts before the transaction began. */
  texts?: PreparedTexts | undefined;
}
