import { ConfigError, PATH_WORDS, readsAs, settings } from '../../config.ts';
import { PreconditionFailed } from '../../errors.ts';
import { filled } from '../../i18n/say.ts';
import { type Html, html } from '../../lib/html.ts';
import { fold } from '../../lib/text/search-terms.ts';
import { changeSettings } from '../../settings/change-settings.ts';
import { countConcerned } from '../../settings/remember.ts';
import { designOf } from '../../site/design.ts';
import type { SettingChange, SiteSettingName } from '../../site/settings-store.ts';
import { keepIn, keptNotice, newKeep } from '../events/form.ts';
import { asId, type SentForm, type UploadedFile } from '../form.ts';
import { type AdminAnswer, type AdminCall, type AdminPage, json, type Shown } from '../page.ts';
import { bar, head, mainButton, notSaved } from '../parts.ts';
import { type ShownSetting, settingRow } from './fields.ts';
import { contextOf } from './history.ts';
import { chosenLogo, storeLogo } from './logo.ts';
import { ownPagesOf } from './own-page.ts';
import { GROUPS, PLACES, placedNames, type SettingPlace } from './places.ts';
import { isFixed, labelOf, languagesIn, settingIn, usableSettings } from './setting-values.ts';

type SettingErrors = Readonly<Partial<Record<SiteSettingName, string>>>;
type TypedSettings = Readonly<Partial<Record<SiteSettingName, string>>>;

/** What a form was sent with, and what is wrong with it. */
interface SettingsForm {
  readonly typed: TypedSettings;
  readonly errors: SettingErrors;
  readonly keep?: string;
}

/** Characters of a value: pages clean some of them at once. */
const LONGEST = 10_000;

/** The settings of the site, for administrators: each with its value, and what changes it. */
export const settingsPage: AdminPage = {
  show: call => page(call),
  async act(call, sent) {
    const logo = sent.file && (await logoOf(call, sent.file));
    if (sent.file && call.wantsJson)
      return 'why' in logo!
        ? json({ problem: logo.why }, 422)
        : json({ part: chosenLogo(call, logo!.value).text });
    const typed = { ...typedIn(sent), ...(logo && 'value' in logo && { SITE_LOGO: logo.value }) };
    const attempt = { typed, keep: keepIn(sent) ?? '' };
    if (logo && 'why' in logo) return page(call, { ...attempt, errors: { SITE_LOGO: logo.why } });
    return save(call, sent, attempt);
  },
};

async function logoOf(call: AdminCall, file: UploadedFile) {
  try {
    return await storeLogo(call, file);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { why: call.words.settings.no_picture };
  }
}

function typedIn({ values }: SentForm): TypedSettings {
  const typed = placedNames.flatMap((name): [string, string][] => {
    const value = values[name];
    // The hidden one comes first.
    if (Array.isArray(value)) return [[name, value.slice(value.length > 1 ? 1 : 0).join()]];
    if (name === 'SITE_LOGO' && values.remove_logo === '1') return [[name, '']];
    return typeof value === 'string' ? [[name, value.replaceAll('\r\n', '\n').trim()]] : [];
  });
  return Object.fromEntries(typed);
}

async function save(
  call: AdminCall,
  sent: SentForm,
  { typed, keep }: Omit<SettingsForm, 'errors'>,
): Promise<AdminAnswer> {
  const before = await usableSettings(call, asId(sent.values.opened) ?? 0);
  const now = await usableSettings(call);
  // What somebody chooses at the first visit counts as chosen, also if it is the default.
  const isFirst = sent.values.first === '1';
  const changes: SettingChange[] = [];
  const errors: Partial<Record<SiteSettingName, string>> = {};
  for (const [name, value] of Object.entries(typed) as [SiteSettingName, string][]) {
    const [was, is] = [settingIn(name, before).text, settingIn(name, now)];
    const isKnown = isSame(name, value, was) || isSame(name, value, is.text);
    if (isFixed(is.source) || (isKnown && !(isFirst && is.source === 'default'))) continue;
    const words = call.words.settings;
    if (was !== is.text) errors[name] = filled(words.changed_meanwhile, { value: is.text });
    else if (!isReadable(name, value) || value.length > LONGEST)
      errors[name] = [filled(words.wrong, { value: value.slice(0, 100) }), zonesLike(name, value, call)]
        .join(' ')
        .trim();
    const hidden = hiddenPage(name, value, call);
    if (hidden !== undefined) errors[name] ??= filled(call.words.ownPages.taken, { address: `/${hidden}/` });
    changes.push({ name, value: isNothing(name, value) ? null : value });
  }
  if (Object.keys(errors).length > 0) return page(call, { typed, errors, ...(keep && { keep }) });
  try {
    await changeSettings(call.db, changes, { ...contextOf(call), seen: now.position });
  } catch (error) {
    if (error instanceof PreconditionFailed) return save(call, sent, { typed, keep });
    if (!(error instanceof ConfigError)) throw error;
    const name = blamedFor(error, changes);
    const why = filled(call.words.settings.wrong, { value: typed[name] ?? '' });
    return page(call, { typed, errors: { [name]: why }, ...(keep && { keep }) });
  }
  return {
    to: call.at(isFirst ? 'overview' : 'settings'),
    notice: { done: 'saved', ...(keep && { kept: keep }) },
  };
}

/** The page of the operator whose place an address that a setting makes would take. */
function hiddenPage(name: SiteSettingName, value: string, { config }: AdminCall): string | undefined {
  if (!Object.hasOwn(PATH_WORDS, name) && name !== 'ALIASES') return undefined;
  const first = value.split(',').map(path => /[^ /]+/.exec(path.toLowerCase())?.[0]);
  return designOf(config).pages.find(({ slug }) => first.includes(slug))?.slug;
}

/** The setting that does not go with others, or the one that was changed beside it. */
function blamedFor({ setting }: ConfigError, changes: readonly SettingChange[]): SiteSettingName {
  const names = changes.map(({ name }) => name as SiteSettingName);
  const group = (PLACES as Readonly<Record<string, SettingPlace>>)[setting ?? '']?.group;
  return (
    names.find(name => name === setting) ?? names.find(name => PLACES[name].group === group) ?? names[0]!
  );
}

/** The zones of a city, for whoever has typed its name. */
function zonesLike(name: SiteSettingName, value: string, call: AdminCall): string {
  const typed = fold(value).replaceAll(' ', '_');
  if (PLACES[name].by !== 'zone' || typed.length < 3) return '';
  const zones = Intl.supportedValuesOf('timeZone')
    .filter(zone => fold(zone).includes(typed))
    .slice(0, 5);
  return zones.length > 0 ? filled(call.words.settings.zones_like, { zones: zones.join(', ') }) : '';
}

/** Whether a value is the same for whoever reads it: the order of languages on pages is no other. */
const isSame = (name: SiteSettingName, one: string, other: string): boolean =>
  one === other ||
  (PLACES[name].by === 'languages' && String(languagesIn(one)) === String(languagesIn(other)));

/** Whether an empty value leaves a setting to the file or the default. */
const isNothing = (name: SiteSettingName, value: string): boolean =>
  value === '' && (settings[name].default === '' || !readsAs(name, ''));

/** An empty value of a setting that needs one is none. */
const isReadable = (name: SiteSettingName, value: string): boolean => value === '' || readsAs(name, value);

async function page(call: AdminCall, attempt: SettingsForm = { typed: {}, errors: {} }): Promise<Shown> {
  const { typed, errors, keep = newKeep(call, 'site', 'settings') } = attempt;
  const now = await usableSettings(call);
  const effects = await effectsOf(call);
  const rows = async (group: (typeof GROUPS)[number]): Promise<Html[]> => {
    const shown: Html[] = [];
    for (const name of placedNames.filter(name => PLACES[name].group === group)) {
      const { text, source } = settingIn(name, now);
      const setting: ShownSetting = {
        ...{ name, text, source, typed: typed[name] ?? text, error: errors[name], effect: effects[name] },
      };
      shown.push(await settingRow(setting, call));
    }
    return shown;
  };
  const words = call.words.settings;
  const groups: Html[] = [];
  for (const group of GROUPS)
    groups.push(html`<section aria-labelledby="group-${group}"><h2 id="group-${group}">${words[group]}</h2>
${await rows(group)}</section>
`);
  const lead = html`${words.lead} <a href="${call.at('settingsHistory')}">${call.words.history.title}</a>`;
  const main = html`${head(call.words.menu.settings, { lead })}${keptNotice(call)}${notSaved(call, errors, name => labelOf(name, call))}<form method="post" enctype="multipart/form-data" action="${call.at('settings')}" data-keep="${keep}">
<input type="hidden" name="keep" value="${keep}">
<input type="hidden" name="opened" value="${now.position}">
<div class="sheet settings">
${groups}${ownPagesOf(call)}</div>
${bar(words.bar, mainButton(call.words.frame.save))}</form>`;
  return {
    title: call.words.menu.settings,
    main,
    ...(Object.keys(errors).length > 0 && { status: 422, problem: call.words.eventForm.not_saved }),
  };
}

/** What a change of the settings would do that give stored texts and days their meaning. */
async function effectsOf(call: AdminCall): Promise<Partial<Record<SiteSettingName, string>>> {
  const words = call.words.settings;
  const { all, texts, days } = await countConcerned(call.db);
  if (all === 0) return {};
  return {
    LANGUAGE: filled(words.language_effect, { count: texts }),
    TIME_ZONE: filled(words.zone_effect, { count: days }),
  };
}
