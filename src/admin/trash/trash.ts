import { formatDate } from '../../i18n/format-dates.ts';
import { filled } from '../../i18n/say.ts';
import { type Html, html } from '../../lib/html.ts';
import { TRASH } from '../../site/address.ts';
import { mayEditOthers } from '../../users/rights.ts';
import { type AnsweredPage, bodyOf, type JsonMembers } from '../ask.ts';
import { asId, type SentForm } from '../form.ts';
import type { AdminAnswer, AdminCall, AdminPage, Shown } from '../page.ts';
import { backTo, bar, head, hidden, listTable, pageIn, pager, sortedHead } from '../parts.ts';
import { problemPage } from '../problems.ts';

/** A record in the trash, as the interface has it. */
interface ShownTrash {
  readonly id: number;
  readonly type: 'event' | 'venue' | 'organizer';
  readonly name: string;
  /** When it was put there. */
  readonly modified: string;
}

type TrashList = AnsweredPage<'trash', ShownTrash>;

const PER_PAGE = 50;

/** What was deleted and can be brought back, or deleted for good after a question. */
export const trashPage: AdminPage = {
  async show(call) {
    const page = pageIn(call.query);
    const list = await listed(call, page);
    if (!list) {
      const { total_pages = 0 } = (await listed(call, 1)) ?? {};
      return { to: call.at('trash', {}, { page: total_pages || undefined }) };
    }
    const asked = call.query.get('delete');
    if (asked === 'all') return questionAll(call, list.total);
    const words = call.words.trash;
    const one = asked !== null && (await named(call, asked));
    if (one)
      return asking(call, filled(words.delete_title, { name: one.name }), words.delete, { id: `${one.id}` });
    const title = call.words.menu.trash;
    if (list.total === 0) return { title, main: html`${head(title)}<p class="lead">${words.empty}</p>` };
    const all = call.at('trash', {}, { delete: 'all' });
    const action =
      mayEditOthers(call.viewer) && html`<a class="button" href="${all}">${words.delete_all}</a>`;
    const pages = { page, pages: list.total_pages, title };
    const main = html`${head(title, { lead: words.lead, action })}<p class="total"><strong>${totalOf(call, list.total)}</strong></p>
<form method="post" action="${call.at('trash')}">
${listTable(
  title,
  [words.what, words.kind, sortedHead(words.when, 'descending'), html`<td></td>`],
  list.trash.map(record => rowOf(call, record)),
)}
</form>
${pager(call, pages, page => call.at('trash', {}, { page }))}`;
    return { title, main };
  },
  async act(call, form) {
    if (form.values.restore === undefined) return removeForGood(call, form);
    const id = asId(form.values.restore);
    if (!id) return problemPage(404, call);
    const { refused } = await call.ask('POST', `${TRASH}/${id}/restore`);
    const why = Object.values(refused ?? {}).join(' ');
    return refused
      ? problemPage(400, call, undefined, why.replace(/^status ?: /, ''))
      : { to: call.at('trash'), notice: { done: 'restored', event: id } };
  },
};

/** A page of the trash; undefined behind the last one. */
async function listed(call: AdminCall, page: number): Promise<TrashList | undefined> {
  try {
    return await bodyOf<TrashList>(call.ask('GET', TRASH, { per_page: PER_PAGE, page }));
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'trash-archive-page-not-found') throw error;
    return undefined;
  }
}

const totalOf = (call: AdminCall, total: number): string =>
  filled(call.words.trash.total, { total: new Intl.NumberFormat(call.language).format(total) });

function rowOf(call: AdminCall, { id, type, name, modified }: ShownTrash): Html {
  const words = call.words.trash;
  const remove = html` <a class="link" href="${call.at('trash', {}, { delete: id })}">${words.delete}<span class="hidden"> ${name}</span></a>`;
  return html`<tr><th class="name" scope="row"><strong>${name}</strong></th><td>${words[type]}</td><td class="when" data-label="${words.when}">${formatDate(modified, call.language)}</td><td class="number"><button type="submit" class="link" name="restore" value="${id}">${words.restore}<span class="hidden"> ${name}</span></button>${mayEditOthers(call.viewer) && remove}</td></tr>
`;
}

/** The name of a record in the trash. */
async function named(call: AdminCall, sent: string): Promise<{ id: number; name: string } | undefined> {
  const id = asId(sent);
  const found = id && (await bodyOf<JsonMembers>(call.ask('GET', `${TRASH}/${id}`)));
  return found ? { id, name: String(found.title ?? found.venue ?? found.organizer) } : undefined;
}

function questionAll(call: AdminCall, total: number): Shown {
  const words = call.words.trash;
  return asking(call, `${words.delete_all_title} ${totalOf(call, total)}`, words.delete_all, {
    total: String(total),
  });
}

/** The page that asks before something is deleted for good. */
function asking(
  call: AdminCall,
  title: string,
  action: string,
  sent: Readonly<Record<string, string>>,
): Shown {
  const words = call.words.trash;
  const main = html`${head(title, { back: backTo(call, 'trash'), lead: words.for_good })}<form method="post" action="${call.at('trash')}">
${hidden(Object.entries(sent))}${bar(
  '',
  html`<a class="button" href="${call.at('trash')}">${words.keep}</a>
<button type="submit" class="button main" name="sure" value="1">${action}</button>
`,
)}</form>`;
  return { title, main };
}

/** Deletes one record for good, or all if there are as many as were told. */
async function removeForGood(call: AdminCall, { values }: SentForm): Promise<AdminAnswer> {
  if (values.sure !== '1') return problemPage(400, call);
  const id = asId(values.id);
  if (!id) {
    const { total = 0 } = (await listed(call, 1)) ?? {};
    if (String(total) !== values.total) return { ...questionAll(call, total), status: 422 };
  }
  const { refused } = await call.ask('DELETE', id ? `${TRASH}/${id}` : TRASH);
  return refused
    ? problemPage(400, call)
    : { to: call.at('trash'), notice: { done: 'deleted', isFinal: true } };
}
