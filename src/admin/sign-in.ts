import { html } from '../lib/html.ts';
import type { AdminPage } from './page.ts';
export const signInPage: AdminPage = {
  async show() {
    return { title: 'Sign in', main: html`<h1>Sign in</h1>`, isGate: true };
  },
};
