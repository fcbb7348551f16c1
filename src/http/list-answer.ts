import { answerWords } from '../i18n/messages.ts';
import type { ErrorKey } from '../i18n/say.ts';
import type { LinkQuery, PageRequest } from '../input/paging.ts';
import { described, HREF, type MembersOf, optionally } from '../input/schemas.ts';
import { RestError } from './errors.ts';

/** The totals and links of a list. Every link repeats all filters. `collection` ends in a slash. */
export function pageOf(collection: string, query: LinkQuery, { page, per_page }: PageRequest, total: number) {
  const { totals, headers } = totalsOf(total, per_page);
  const { total_pages } = totals;
  const others = encode({ per_page, ...query });
  const href = (page: number) => `${collection}?${others}&page=${page}`;
  return {
    links: {
      rest_url: `${collection}?page=${page}&${others}`,
      ...(page < total_pages && { next_rest_url: href(page + 1) }),
      ...(page > 1 && { previous_rest_url: page === 2 ? `${collection}?${others}` : href(page - 1) }),
    },
    ...{ totals, headers },
  };
}

/** The totals of a list, as members and as headers. */
export function totalsOf(total: number, per_page: number) {
  const total_pages = Math.ceil(total / per_page);
  return {
    totals: { total, total_pages },
    headers: { 'X-TEC-Total': String(total), 'X-TEC-TotalPages': String(total_pages) },
  };
}

function encode(query: LinkQuery): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) parameters.append(name, plain(value));
  return parameters.toString();
}

function plain(value: NonNullable<LinkQuery[string]>): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return String(value);
}

/** 404 for a page beyond the last one; the first page always exists, even if it is empty. */
export function assertPage({ page }: PageRequest, totals: { total_pages: number }, code: ErrorKey): void {
  if (page > 1 && page > totals.total_pages) throw new RestError(404, code, code);
}

const count = { type: 'integer', minimum: 0 };

type Pages = ReturnType<typeof pageOf>;

/** The members of a list's answer beside the records. */
export const listMembers: MembersOf<Pages['links'] & Pages['totals']> = {
  rest_url: described(HREF, answerWords.rest_url),
  next_rest_url: optionally(described(HREF, answerWords.next_rest_url)),
  previous_rest_url: optionally(described(HREF, answerWords.previous_rest_url)),
  total: described(count, answerWords.total),
  total_pages: described(count, answerWords.total_pages),
};

/** The headers of a list's answer. */
export const listHeaders = { 'X-TEC-Total': listMembers.total, 'X-TEC-TotalPages': listMembers.total_pages };
