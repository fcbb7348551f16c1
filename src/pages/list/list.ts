import { type Route, staticRoute } from '../../http/route.ts';
import type { ListArgs } from '../../search/event-filter.ts';
import { page } from '../page.ts';
import { queryOfPage } from '../parts/query.ts';
import { wordsIn } from '../words.ts';
import { listArguments, showList } from './show-list.ts';
import { termPage } from './term.ts';

const listPage = page({
  arguments: listArguments,
  show: ({ args, ...call }) =>
    showList(call, args, {
      path: '/events/',
      section: 'list',
      title: wordsIn('listPages', call).upcoming,
    }),
});

/** The list of events that have ended, the last ones first. */
const pastPage = page({
  arguments: listArguments,
  show({ args, ...call }) {
    // The address stands for the days before today; events that ended today are past as well.
    const { ends_before, ...asked } = args;
    const isAsked = queryOfPage(call).has('ends_before');
    const list: ListArgs = { order: 'desc', ...asked, ...(isAsked && { ends_before }), when: ['past'] };
    return showList(call, list, {
      path: '/events/past/',
      section: 'past',
      title: wordsIn('listPages', call).past,
      documents: { path: '/events/', query: { when: 'past', order: 'desc' } },
    });
  },
});

export const listPageRoutes = (): Route[] => [
  staticRoute({ root: '', path: '/events', operations: [listPage] }),
  staticRoute({ root: '', path: '/events/past', operations: [pastPage] }),
  staticRoute({ root: '', path: '/events/category/:slug', operations: [termPage('category')] }),
  staticRoute({ root: '', path: '/events/tag/:slug', operations: [termPage('tag')] }),
];
