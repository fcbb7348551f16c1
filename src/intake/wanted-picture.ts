import type { NewImage } from '../images/save-files.ts';
import type { CarriedTexts } from './reading/read-image.ts';

/** A picture to obtain: its address at the source, and its details in an export. */
export interface Wanted {
  url: string;
  /** The id at the source, kept if it is free here. */
  id: number | undefined;
  /** If this store has a picture of this id, the picture is its own. */
  own: boolean;
  bytes?: Buffer | undefined;
  details?: Partial<Pick<NewImage['row'], 'author_id' | 'created_at' | 'source_url'>>;
  /** Its alternative texts, if the source tells them. */
  texts?: CarriedTexts | undefined;
}
