import { type Html, html, NOTHING } from '../../lib/html.ts';
import { picture } from '../parts/picture.ts';
import type { PageView, ShownEvent } from '../view.ts';

/** The picture of an event, as wide as its text. */
export const eventPicture = ({ image }: ShownEvent, view: PageView): Html =>
  image
    ? html`<figure class="event-picture">${picture(image, view, { sizes: SIZES, loading: 'eager' })}</figure>`
    : NOTHING;

const SIZES = '(min-width: 76rem) 48rem, (min-width: 56rem) 62vw, 95vw';
