import type { PreparedTexts } from '../background/texts.ts';
import type { Config } from '../config.ts';
import type { WriteContext } from './versions/record-change.ts';

export interface WriteCall extends WriteContext {
  config: Config;
  /** Texts that were converted before the transaction began. */
  texts?: PreparedTexts | undefined;
}
