import { type Every, everies, type SourceRow } from '../../db/tables.ts';
import { filled } from '../../i18n/say.ts';
import { attribute, type Html, html } from '../../lib/html.ts';
import { MAX_ADDRESS } from '../../limits.ts';
import { calendarAddress } from '../../transfer/calendar/source.ts';
import type { NewSource } from '../../transfer/sources/sources.ts';
import { shrinkLimits } from '../../transfer/sources/sources.ts';
import { namesFor } from '../events/choices.ts';
import { asId, type SentForm, textOf } from '../form.ts';
import type { AdminCall } from '../page.ts';
import { type Field, radio, selectField, summary, textField } from '../parts.ts';

/** What the form of a source says. */
export type SourceValues = Pick<
  NewSource,
  'name' | 'address' | 'every' | 'category_id' | 'queues' | 'prunes' | 'shrink_limit'
>;

export const EMPTY: SourceValues = {
  ...{ name: '', address: '', every: 'day', category_id: null, queues: 0, prunes: 0, shrink_limit: 3 },
};

export type SourceErrors = Partial<Record<'address' | 'file' | 'name', string>>;

/** Reads the form; what cannot be is as if it was not sent. */
export function readForm(sent: SentForm, before: SourceValues = EMPTY): SourceValues {
  const { values } = sent;
  return {
    name: textOf(sent, 'name').trim().slice(0, 200),
    address: values.address === undefined ? before.address : textOf(sent, 'address').trim(),
    every: everies.find(known => known === values.every) ?? before.every,
    category_id: asId(values.category) ?? null,
    queues: Number(values.goes === 'queue'),
    prunes: Number(values.prunes === '1'),
    shrink_limit: shrinkLimits.find(known => String(known) === values.limit) ?? before.shrink_limit,
  };
}

/** What is wrong with an address. Where it leads is looked at when it is read. */
export function addressError(address: string, call: AdminCall): string | undefined {
  const words = call.words.sources;
  const url = URL.parse(calendarAddress(address) ?? address);
  if (!url || !/^https?:$/.test(url.protocol) || address.length > MAX_ADDRESS) return words.bad_address;
  return url.username || url.password ? words.has_user : undefined;
}

/** Says that another source reads the address. */
export const isReadAlready = ({ name }: Pick<SourceRow, 'name'>, call: AdminCall): string =>
  filled(call.words.sources.read_already, { name });

/** The fields that errors name. */
export function fieldOf(name: keyof SourceErrors, errors: SourceErrors, call: AdminCall): Field {
  const words = call.words.sources;
  const help = { address: words.address_help, file: words.file_help, name: words.name_help }[name];
  return {
    name,
    label: name === 'name' ? call.words.account.name : words[name],
    help,
    error: errors[name],
  };
}

export const problemsOf = (call: AdminCall, errors: SourceErrors): Html =>
  summary(call, call.words.sources.problems, errors, name => fieldOf(name as 'name', errors, call).label);

/** The fields of how a source is read. */
export async function ruleFields(values: SourceValues, errors: SourceErrors, call: AdminCall): Promise<Html> {
  const words = call.words.sources;
  const { categories } = await namesFor(call);
  const periods = everies.map((every: Every) => [every, words[every]] as const);
  const limits = shrinkLimits.map(limit => [limit, words[`limit_${limit}`]] as const);
  const named = categories.map(({ id, name }) => [id, name] as const);
  const every = { name: 'every', label: words.every, value: values.every };
  const category = { name: 'category', label: words.gets, value: String(values.category_id ?? '') };
  const limit = {
    name: 'limit',
    label: words.limit,
    help: words.limit_help,
    value: String(values.shrink_limit),
  };
  return html`${textField({ ...fieldOf('name', errors, call), value: values.name }, { maxlength: '200' })}${selectField(every, periods)}${selectField(category, [['', words.no_category], ...named])}<fieldset class="field"><legend>${words.goes_where}</legend><div class="choices">${radio('goes', 'public', words.public_choice, !values.queues)}${radio('goes', 'queue', words.queue_choice, values.queues === 1)}</div></fieldset>
<div class="field"><label class="choice"><input type="checkbox" name="prunes" value="1"${attribute('checked', values.prunes === 1)}><span>${words.prune}</span></label></div>
${selectField(limit, limits)}`;
}
