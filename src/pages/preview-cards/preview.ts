import type { BareCall } from '../../http/call.ts';
import { previewFile } from '../../images/sources.ts';
import { type Html, html } from '../../lib/html.ts';
import { CARDS, HEIGHT, type PreviewCard, WIDTH } from '../../pictures/cards/preview-card.ts';
import { addressInLanguage } from '../addresses.ts';
import type { PageView, ShownEvent } from '../view.ts';
import { eventCard, eventCardText, type ListCardArgs, listCard } from './event-card.ts';
import { versionOf } from './made-cards.ts';

/** The picture of a page in previews of links to it. */
export interface Preview {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly mime: string;
  readonly alt: string;
}

/** The picture of an event, or its card if it has none that networks show. */
export function eventPreview(event: ShownEvent, view: PageView): Preview {
  const shown = event.image && previewFile(event.image, view);
  if (shown) return shown;
  const card = eventCard(event, view);
  return { ...cardPreview(card, `/events/${event.id}`, {}, view), alt: eventCardText(event, view) };
}

/** The card of a list. */
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
