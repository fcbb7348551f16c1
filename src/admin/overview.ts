import { mayCreate } from '../users/rights.ts';
import type { AdminPage } from './page.ts';
import { at } from './surface.ts';

/** Where work begins. */
export const overviewPage: AdminPage = {
  async show(call) {
    return { to: at(call, mayCreate(call.viewer) ? 'events' : 'account') };
  },
};
