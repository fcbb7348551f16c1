/** The slug that answers show: an occurrence has that of its series, with its date behind it (`concert/2031-05-06`). */
export const ownSlug = (slug: string | null): string => slug?.split('/', 1)[0] ?? '';

/**
 * The slug of an occurrence, by its series and the name of its date: `2031-05-06`, or `2031-05-06-2` for the second one
 * of the day. Undefined if it is no such name.
 */
export function occurrenceSlug(series: string, date: string): string | undefined {
  const [, day, number] = /^(\d{4}-\d\d-\d\d)(?:-([1-9]\d{0,3}))?$/.exec(date) ?? [];
  return day && [series, day, ...(number ? [number] : [])].join('/');
}
