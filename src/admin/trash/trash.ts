import { formatDate } from '../../i18n/format-dates.ts';
import { filled } from '../../i18n/say.ts';
import { type Html, html } from '../../lib/html.ts';
import { TRASH } from '../../site/address.ts';
import type { AdminCall, AdminPage } from '../page.ts';
import { head } from '../parts.ts';
import { problemPage } from '../problems.ts';
import { at } from '../surface.ts';
import { wordsIn } from '../words.ts';

/** A record in the trash, as the interface has it. */
interface Trashed {
  readonly id: number;
  readonly name: string;
  /** When it was put there. */
  readonly modified: string;
}

/** What was deleted and can be brought back. */
export const trashPage: AdminPage = {
  async show(call) {
    const words = wordsIn('trash', call);
    const { body } = { body: {}, ...(await call.ask('GET', TRASH, { per_page: 50 })) };
    const { trash = [] } = body as { trash?: readonly Trashed[] };
    const list = html`<p class="lead">${words.lead}</p>
<ul class="rows">${trash.map(record => rowOf(call, record))}</ul>`;
    return {
      title: words.title,
      main: html`${head(words.title)}${trash.length > 0 ? list : html`<p class="lead">${words.empty}</p>`}`,
    };
  },
  async act(call, { values }) {
    const id = Number(values.id);
    if (!Number.isSafeInteger(id) || id < 1) return problemPage(404, call);
    const { refused } = await call.ask('POST', `${TRASH}/${id}/restore`);
    return refused ? problemPage(400, call) : { to: at(call, 'trash'), notice: { done: 'restored' } };
  },
};

function rowOf(call: AdminCall, { id, name, modified }: Trashed): Html {
  const words = wordsIn('trash', call);
  return html`<li><p class="what"><strong>${name}</strong><small>${filled(words.deleted, { date: formatDate(modified, call.language) })}</small></p>${restoreForm(call, id, words.restore)}</li>
`;
}

/** The form that brings a record back. */
export const restoreForm = (call: AdminCall, id: number | string, text: string): Html =>
  html`<form method="post" action="${at(call, 'trash')}"><input type="hidden" name="id" value="${id}"><button type="submit" class="button low">${text}</button></form>`;
