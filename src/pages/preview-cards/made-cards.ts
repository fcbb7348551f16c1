import { digestOf } from '../../lib/digest.ts';
import { binary, Json } from '../../lib/json.ts';
import { SharedWork } from '../../lib/shared-work.ts';
import { SizedCache } from '../../lib/sized-cache.ts';
import type { PreviewCard } from '../../pictures/cards/preview-card.ts';
import { inPictureProcess, type RunPictureJob } from '../../pictures/picture-queue.ts';

/** Changes with the design: a card that looks otherwise has another address. */
const DESIGN = 1;

/** Identifies what a card shows, in its address. */
export const versionOf = (card: PreviewCard): string =>
  digestOf(`${DESIGN} ${JSON.stringify(card)}`).slice(0, 16);

/** Cards that were drawn last, by version. Crawlers ask for the card of a new link several times. */
const kept = new SizedCache<string, Json>(() => MAX_KEPT);

/** Bytes: some hundred cards. */
const MAX_KEPT = 8_388_608;

/** By version. */
const drawing = new SharedWork<Json>();

/**
 * The PNG of a card. Requests for the same one wait for one work.
 * @throws Overloaded if too many are waiting
 */
export function pngOf(card: PreviewCard): Promise<Json> {
  const version = versionOf(card);
  const known = kept.get(version);
  if (known) return Promise.resolve(known);
  const draw = async (run: RunPictureJob) => {
    const { bytes } = await run('card', card);
    const png = new Json([binary(bytes)]);
    kept.set(version, png, png.length);
    return png;
  };
  return drawing.run(version, () => inPictureProcess('cards', draw));
}
