import type { Config } from '../config.ts';
import type { PageRange } from '../db/list-page.ts';
import { interfaceWords } from '../i18n/messages.ts';
import { type Argument, fallback, positiveInteger } from './arguments.ts';

const perPage = {
  ...positiveInteger(interfaceWords.per_page),
  configured: config => config.PER_PAGE,
  shownDefault: ({ config }) => config.PER_PAGE,
  async read(sent, reading) {
    const number = await positiveInteger(interfaceWords.per_page).read(sent, reading);
    return typeof number === 'number' ? Math.min(number, reading.config.MAX_PER_PAGE) : number;
  },
} satisfies Argument<number>;

/** The arguments of every list. */
export const pagingArguments = {
  page: fallback(positiveInteger(interfaceWords.page), 1),
  per_page: perPage,
};

export interface PageRequest {
  page: number;
  per_page: number;
}

/** The range of a page. A page size that was not read by its argument is capped here. */
export function range(
  { page, per_page }: PageRequest,
  { MAX_PER_PAGE }: Pick<Config, 'MAX_PER_PAGE'>,
): PageRange {
  const limit = Math.min(per_page, MAX_PER_PAGE);
  // A page beyond the store's numbers is beyond the last page.
  return { limit, offset: Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER) };
}

/** The resolved filters of a list, for its links; undefined members are left out. */
export type LinkQuery = Readonly<
  Record<string, string | number | boolean | readonly (string | number)[] | undefined>
>;
