import { basename } from 'node:path';
import { flagName, type SettingSource } from '../../config.ts';
import { languages } from '../../i18n/language.ts';
import { filled } from '../../i18n/say.ts';
import { contrast } from '../../lib/colour.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { accentOf, BACKGROUNDS } from '../../site/accent.ts';
import type { SiteSettingName } from '../../site/settings-store.ts';
import { allCategories } from '../events/choices.ts';
import type { AdminCall } from '../page.ts';
import { areaField, type Field, fieldId, fold, pills, selectField, textField } from '../parts.ts';
import { logoField } from './logo.ts';
import { PLACES } from './places.ts';
import { isFixed, labelOf, languageName, languagesIn, settingText } from './setting-values.ts';

/** A setting on the page, as it is and as somebody has typed it. */
export interface ShownSetting {
  readonly name: SiteSettingName;
  /** What counts now. */
  readonly text: string;
  readonly source: SettingSource;
  /** What stands in the field. */
  readonly typed: string;
  readonly error: string | undefined;
  /** What a change would do, if that is not plain. */
  readonly effect?: string | undefined;
}

/** A row of the page: what a setting is, and what changes it unless that is decided elsewhere. */
export async function settingRow(setting: ShownSetting, call: AdminCall): Promise<Html> {
  const { name, text, source, typed, error } = setting;
  const key = labelOf(name, call);
  const value = settingText(name, text, call);
  if (isFixed(source))
    return html`<div class="fold fixed"><p><span class="key">${key}</span> <span class="value">${value || call.words.settings.unset} <small>${decidedBy(name, source, call)}</small></span></p></div>\n`;
  const isOpen = error !== undefined || typed !== text;
  const said = { key, value: value || call.words.settings.unset, isSet: value !== '', isOpen };
  return fold(call, said, await controlOf(setting, call));
}

function decidedBy(name: SiteSettingName, source: SettingSource, call: AdminCall): string {
  const words = call.words.settings;
  if (source === 'flag') return filled(words.of_flag, { name: `--${flagName(name)}` });
  if (source === 'environment') return filled(words.of_environment, { name });
  return filled(words.of_file, { file: basename(call.texts.file?.path ?? '') });
}

/** The field of a setting. */
export async function controlOf(setting: ShownSetting, call: AdminCall): Promise<Html> {
  const { name, typed: value, error, effect } = setting;
  const { by, values = [], help: common = name } = PLACES[name];
  const help = [(call.words.settingHelp as Partial<Record<string, string>>)[common], effect];
  const declared: Field = {
    ...{ name, label: labelOf(name, call), error },
    help: help.filter(Boolean).join(' ') || undefined,
  };
  if (by === 'text') return areaField({ ...declared, value }, { rows: 4 });
  if (by === 'choice')
    return selectField(
      { ...declared, value },
      values.map(one => [one, settingText(name, one, call)]),
      'whole',
    );
  if (by === 'languages') return languagesField(declared, value, call);
  if (by === 'category') return categoryField(declared, value, call);
  if (by === 'zone') return zoneField(declared, value);
  if (by === 'logo') return logoField(call, declared, value);
  const options = by === 'day' ? { type: 'date', class: 'middle' } : { autocomplete: 'off' };
  return html`${textField({ ...declared, value }, options)}${by === 'colour' && contrastsOf(setting.text, call)}`;
}

/** The hidden value, which no language has, comes also where no box is ticked. */
function languagesField({ name, label, help, error }: Field, value: string, call: AdminCall): Html {
  const named = languages.map(language => [language, languageName(language, call)] as const);
  return html`<fieldset class="field" id="${fieldId(name)}">
<legend>${label}</legend>
<p class="help">${help}</p>
${error && html`<p class="error">${error}</p>\n`}<div class="pills"><input type="hidden" name="${name}[]" value="-">${pills('checkbox', `${name}[]`, named, languagesIn(value))}</div>
</fieldset>
`;
}

/** Zones by their names; an offset can be typed as well. */
function zoneField(declared: Field, value: string): Html {
  const zones = Intl.supportedValuesOf('timeZone').map(zone => html`<option value="${zone}"></option>`);
  return html`${textField({ ...declared, value }, { list: 'zones', autocomplete: 'off' })}<datalist id="zones">${zones}</datalist>\n`;
}

async function categoryField(declared: Field, value: string, call: AdminCall): Promise<Html> {
  const known = (await allCategories(call)).map(({ slug, name }) => [slug, name] as const);
  const others = value === '' || known.some(([slug]) => slug === value) ? [] : [[value, value] as const];
  const options = [['', call.words.settings.unset] as const, ...known, ...others];
  return selectField({ ...declared, value }, options, 'whole');
}

/** How well the saved colour is read, and what takes its place where it is not. */
function contrastsOf(text: string, call: AdminCall): Html {
  const words = call.words.settings;
  const { brand, onBrand, light, dark } = accentOf(call.config.ACCENT_COLOR);
  if (text === '') return NOTHING;
  const item = (template: string, colour: string, ratio: number) => {
    const shown = ratio.toLocaleString(call.language, { maximumFractionDigits: 1 });
    return html`<li><span class="sign full"></span><span>${filled(template, { colour, ratio: shown })}</span></li>`;
  };
  return html`<p class="small muted">${words.as_saved}</p>
<ul class="checks">${item(words.on_colour, onBrand, contrast(brand, onBrand))}${item(words.by_day, light.accent, contrast(light.accent, BACKGROUNDS[0].light))}${item(words.by_night, dark.accent, contrast(dark.accent, BACKGROUNDS[0].dark))}</ul>
`;
}
