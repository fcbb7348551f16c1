/** The slug that answers show: an occurrence has that of its series, with its date behind it (`concert/2031-05-06`). */
export const ownSlug = (slug: string | null): string => slug?.split('/', 1)[0] ?? '';
