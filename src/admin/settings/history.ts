import { type Html, html } from '../../lib/html.ts';
import type { SettingsContext } from '../../settings/change-settings.ts';
import { listSettingChanges, type SettingVersion } from '../../site/settings-store.ts';
import { type AdminCall, type AdminPage, momentOf } from '../page.ts';
import { backTo, head } from '../parts.ts';
import { labelOf, settingText } from './setting-values.ts';

/** Who changes settings here, and where from. */
export const contextOf = ({ texts, account, batch, client, now }: AdminCall): SettingsContext => ({
  ...{ texts, address: client.address, now },
  actor: { user: account!.id, login: account!.login, ...(batch && { batch }) },
});

/** Changes on the page, and characters of each value: `almanac settings history` has all. */
const [SHOWN, MOST] = [200, 1000];

/** Who changed which setting, when, from what and to what. */
export const settingsHistoryPage: AdminPage = {
  async show(call) {
    const words = call.words.settings;
    const changes = await listSettingChanges(call.db, { limit: SHOWN, characters: MOST });
    const items = changes.map(change => itemOf(change, call));
    const list = html`<ol class="versions sheet broad">\n${items}</ol>`;
    const main = html`${head(words.history, { back: backTo(call, 'settings') })}${items.length > 0 ? list : html`<p class="lead">${words.no_history}</p>`}`;
    return { title: words.history, main, section: 'settings' };
  },
};

function itemOf({ name, former, value, at, actor }: SettingVersion, call: AdminCall): Html {
  const words = call.words.history;
  const [was, is] = [former, value].map(text => (text === null ? '' : settingText(name, text, call)));
  const by = actor.login ? words.session : `almanac ${actor.command ?? ''}`;
  return html`<li class="version">
<div class="what"><h2>${momentOf(at, call)}</h2><p><strong>${actor.login ?? words.command}</strong> <span class="muted">${by}</span></p></div>
<dl class="changes"><div><dt>${labelOf(name, call)}</dt><dd>${was && html`<del>${was}</del> `}<ins>${is || call.words.settings.unset}</ins></dd></div></dl>
</li>
`;
}
