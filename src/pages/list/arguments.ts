import type { Config } from '../../config.ts';
import { eventFilters } from '../../search/event-filter.ts';

/** Events of a page for people, if the operator and the reader want no more. */
const PER_PAGE = 20;

/** The parameters of a page with a list: those of the interface, with room for more events. */
export const listArguments = {
  ...eventFilters,
  per_page: {
    ...eventFilters.per_page,
    configured: (config: Config) => Math.min(Math.max(config.PER_PAGE, PER_PAGE), config.MAX_PER_PAGE),
  },
};
