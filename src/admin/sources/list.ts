import { filled } from '../../i18n/say.ts';
import { attribute, type Html, html } from '../../lib/html.ts';
import { type ListedSource, listSources, waitingMissing } from '../../transfer/sources/sources.ts';
import { type AdminCall, type AdminPage, shortMoment, withColon } from '../page.ts';
import { head, listTable, sortedHead } from '../parts.ts';
import { isOpen, placeBeside, progressOf, sumOf, whileOpen } from './reading-texts.ts';

/** All sources, and how the last reading of each ended. */
export const sourcesPage: AdminPage = {
  async show(call) {
    const words = call.words.sources;
    const all = await listSources(call.db);
    const action = html`<p class="actions"><a class="button" href="${call.at('newSource', {}, { every: 'never' })}">${words.bring}</a> <a class="button main" href="${call.at('newSource')}">${words.add}</a></p>\n`;
    const table = listTable(
      call.words.menu.sources,
      [sortedHead(words.source, 'ascending'), words.every, words.goes, words.last, words.sum],
      all.map(listed => rowOf(listed, call)),
    );
    const body = all.length === 0 ? html`<p class="lead">${words.none}</p>` : table;
    const open = all.flatMap(({ last }) => last ?? []);
    return {
      title: call.words.menu.sources,
      main: html`${head(call.words.menu.sources, { lead: words.lead, action })}${body}`,
      ...whileOpen(open),
    };
  },
};

function rowOf({ source, last }: ListedSource, call: AdminCall): Html {
  const words = call.words.sources;
  const { id, name, every, queues } = source;
  const to = call.at('source', { id });
  const missing = waitingMissing(source, last);
  const decide = html`<a href="${to}">${filled(words.decide, { count: missing })}</a>`;
  const sum = !last || isOpen(last) || last.state === 'failed' || last.not_modified ? '—' : sumOf(last, call);
  return html`<tr><th class="name" scope="row"><a href="${to}">${name}</a> <span class="series">${placeBeside(source)}</span></th><td data-label="${withColon(words.every, call)}">${words[every]}</td><td data-label="${withColon(words.goes, call)}">${queues ? words.to_queue : words.to_public}</td><td class="when">${stateOf({ source, last }, call)}</td><td${attribute('data-label', missing > 0 ? undefined : withColon(words.sum, call))}>${missing > 0 ? decide : sum}</td></tr>
`;
}

function stateOf({ source, last }: ListedSource, call: AdminCall): Html | string {
  const words = call.words.sources;
  const sign = (kind: string, text: string, more = '') =>
    html`<span class="status${more}"><span class="sign ${kind}"></span>${text}</span>`;
  if (!last) return words.not_yet;
  if (isOpen(last)) return sign('later', progressOf(last, call));
  if (source.failures > 0) return sign('warn', filled(words.failures, { count: source.failures }), ' lacks');
  return sign(waitingMissing(source, last) > 0 ? 'half' : 'full', shortMoment(last.ended_at!, call));
}
