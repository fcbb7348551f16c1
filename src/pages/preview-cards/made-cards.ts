import type { PreviewCard } from '../../images/preview-cards/preview-card.ts';
import { inPictureProcess } from '../../images/process/picture-queue.ts';
import { digestOf } from '../../lib/digest.ts';
import { binary, Json } from '../../lib/json.ts';
import { Semaphore } from '../../lib/semaphore.ts';
import { SizedCache } from '../../lib/sized-cache.ts';
import { MAX_CARDS_WAITING } from '../../limits.ts';

/** Changes with the design: a card that looks otherwise has another address. */
const DESIGN = 1;

/** Identifies what a card shows, in its address. */
export const versionOf = (card: PreviewCard): string =>
  digestOf(`${DESIGN} ${JSON.stringify(card)}`).slice(0, 16);

/** Cards that were drawn last, by version. Crawlers ask for the card of a new link several times. */
const kept = new SizedCache<string, Json>(() => MAX_KEPT);

/** Bytes: some hundred cards. */
const MAX_KEPT = 8_388_608;

const drawing = new Map<string, Promise<Json>>();

/** One at a time, so that the others wait here, where their number is limited. */
const drawings = new Semaphore(1, MAX_CARDS_WAITING);

/**
 * The PNG of a card. Requests for the same one wait for one work.
 * @throws Overloaded if too many are waiting
 */
export function pngOf(card: PreviewCard): Promise<Json> {
  const version = versionOf(card);
  const known = kept.get(version);
  if (known) return Promise.resolve(known);
  const underWay = drawing.get(version);
  if (underWay) return underWay;
  const fresh = drawings
    .take(async () => {
      const { bytes } = await inPictureProcess('cards', run => run('card', card));
      const png = new Json([binary(bytes)]);
      kept.set(version, png, png.length);
      return png;
    })
    .finally(() => drawing.delete(version));
  drawing.set(version, fresh);
  return fresh;
}
