import type { BareCall } from '../../http/call.ts';
import { previewFile } from '../../images/sources.ts';
import { digestOf } from '../../lib/digest.ts';
import { type Html, html } from '../../lib/html.ts';
import { binary, Json } from '../../lib/json.ts';
import { SharedWork } from '../../lib/shared-work.ts';
import { SizedCache } from '../../lib/sized-cache.ts';
import { CARDS, HEIGHT, type PreviewCard, WIDTH } from '../../pictures/cards/preview-card.ts';
import { inPictureProcess, type RunPictureJob } from '../../pictures/picture-queue.ts';
import { addressInLanguage } from '../addresses.ts';
import type { PageEvent, PageView } from '../view.ts';
import { eventCard, eventCardText, type ListCardArgs, listCard } from './event-card.ts';

/** The picture of a page in previews of links to it. */
export interface Preview {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly mime: string;
  readonly alt: string;
}

/** The picture of an event, or its card if it has none that networks show. */
export function eventPreview(event: PageEvent, view: PageView): Preview {
  const shown = event.image && previewFile(event.image, view);
  if (shown) return shown;
  const card = eventCard(event, view);
  return { ...cardPreview(card, `/events/${event.id}`, {}, view), alt: eventCardText(event, view) };
}

export async function listPreview(about: ListCardArgs, call: BareCall): Promise<Preview> {
  const { categories, tags, venue, organizer, month } = about;
  const query = { categories, tags, venue, organizer, month };
  return cardPreview(await listCard(about, call), '/list', query, call);
}

function cardPreview(
  card: PreviewCard,
  path: string,
  query: Readonly<Record<string, unknown>>,
  call: Pick<BareCall, 'address' | 'config' | 'language'>,
): Preview {
  const sent = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) sent.set(name, String(value));
  sent.set('v', versionOf(card));
  return {
    url: `${addressInLanguage(CARDS + path, call.language, call)}?${sent}`,
    ...{ width: WIDTH, height: HEIGHT, mime: 'image/png' },
    alt: [card.title, ...card.lines, card.site].join(', '),
  };
}

/** The elements of the head that tell networks of the picture. */
export const previewTags = ({
  url,
  width,
  height,
  mime,
  alt,
}: Preview): Html => html`<meta property="og:image" content="${url}">
<meta property="og:image:type" content="${mime}">
<meta property="og:image:width" content="${width}">
<meta property="og:image:height" content="${height}">
${alt && html`<meta property="og:image:alt" content="${alt}">\n`}<meta name="twitter:card" content="summary_large_image">
`;

/** Changes with the design: a card that looks otherwise has another address. */
const DESIGN = 1;

/** Identifies what a card shows, in its address. */
export const versionOf = (card: PreviewCard): string =>
  digestOf(`${DESIGN} ${JSON.stringify(card)}`).slice(0, 16);

/** Cards that were drawn last, by version. Crawlers ask for the card of a new link several times. */
const kept = new SizedCache<string, Json>(() => MAX_KEPT);

/** Bytes: some hundred cards. */
const MAX_KEPT = 8_388_608;

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
