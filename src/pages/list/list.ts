import type { ListArgs } from '../../search/event-filter.ts';
import { PAGES, pathOf } from '../../site/page-addresses.ts';
import { page } from '../page.ts';
import { queryOfPage } from '../parts/query.ts';
import { wordsIn } from '../words.ts';
import { listArguments, showList } from './show-list.ts';

export const listPage = page({
  arguments: listArguments,
  show: ({ args, ...call }) =>
    showList(call, args, {
      path: pathOf(PAGES.list),
      section: 'list',
      title: wordsIn('listPages', call).upcoming,
    }),
});

/** The list of events that have ended, the last ones first. */
export const pastPage = page({
  arguments: listArguments,
  show({ args, ...call }) {
    // The address stands for the days before today; events that ended today are past as well.
    const { ends_before, ...asked } = args;
    const isAsked = queryOfPage(call).has('ends_before');
    const list: ListArgs = { order: 'desc', ...asked, ...(isAsked && { ends_before }), when: ['past'] };
    return showList(call, list, {
      path: pathOf(PAGES.past),
      section: 'past',
      title: wordsIn('listPages', call).past,
      documents: { path: pathOf(PAGES.list), query: { when: 'past', order: 'desc' } },
    });
  },
});
