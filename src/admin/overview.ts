import { html } from '../lib/html.ts';
import type { AdminPage } from './page.ts';
import { head } from './parts.ts';
import { wordsIn } from './words.ts';

export const overviewPage: AdminPage = {
  async show(call) {
    const { administration } = wordsIn('frame', call);
    return { title: administration, main: html`${head(administration)}` };
  },
};
