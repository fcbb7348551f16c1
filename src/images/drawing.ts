import { fileURLToPath } from 'node:url';
import { Overloaded } from '../lib/overloaded.ts';
import { ThreadClient, ThreadEnded } from '../lib/threads.ts';
import type { PreviewCard } from './preview-cards/preview-card.ts';

/** A picture to make: a card, or the WebP form of an image that is in this folder. */
export type DrawingRequest =
  | { readonly card: PreviewCard }
  | {
      readonly webp: {
        readonly folder: string;
        readonly full: string;
        /** Undefined for that of the image. */
        readonly size: readonly [number, number] | undefined;
      };
    };

const thread = new ThreadClient<DrawingRequest>(new URL('./drawing-thread.ts', import.meta.url));

/** The fonts of the machine are not used, so that cards look the same everywhere. */
const NO_FONTS = fileURLToPath(new URL('./preview-cards/fonts.conf', import.meta.url));

/**
 * Makes a picture that any reader may ask for, on a thread of its own: to load the image library alone takes as long as
 * no other request shall wait.
 * @throws Overloaded if the thread ends
 */
export async function draw(request: DrawingRequest): Promise<Buffer> {
  // The library of fonts reads it from the environment of the process, which a thread cannot change.
  process.env.FONTCONFIG_FILE = NO_FONTS;
  try {
    // The thread answers with bytes.
    const { buffer, byteOffset, length } = (await thread.ask(request)) as Uint8Array<ArrayBuffer>;
    return Buffer.from(buffer, byteOffset, length);
  } catch (error) {
    throw error instanceof ThreadEnded ? new Overloaded({ cause: error }) : error;
  }
}
