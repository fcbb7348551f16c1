import type { Colour } from '../../lib/colour.ts';

/** What a card shows: a picture of an event or a list for previews of links to its page. */
export interface PreviewCard {
  readonly title: string;
  /** Why nobody should overlook it, such as `Cancelled`. */
  readonly notice: string | undefined;
  /** When and where, each on a line. */
  readonly lines: readonly string[];
  /** The name of the site. */
  readonly site: string;
  readonly day: CardDay | undefined;
  readonly month: CardMonth | undefined;
  readonly accent: Colour;
}

/** The day on which an event begins, as people say it. */
export interface CardDay {
  readonly weekday: string;
  readonly number: string;
  readonly month: string;
}

/** A month as a grid of days. */
export interface CardMonth {
  /** The columns before its first day. */
  readonly offset: number;
  readonly days: number;
  /** The first and last of the days that stand out; none if the first is after the last. */
  readonly first: number;
  readonly last: number;
}

/** The path of cards. */
export const CARDS = '/cards';

/** Pixels: the ratio and size that networks recommend. */
export const WIDTH = 1200;
export const HEIGHT = 630;
