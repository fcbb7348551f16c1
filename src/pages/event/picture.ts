import { imageUrl } from '../../images/image.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { PageView, ShownEvent } from '../view.ts';

/** The picture of an event, wide above its text. */
export const eventPicture = ({ image }: ShownEvent, view: PageView): Html =>
  image
    ? html`<figure class="event-picture"><img src="${imageUrl(image, view)}" alt="${image.alt_text}" width="${image.width}" height="${image.height}"></figure>`
    : NOTHING;
