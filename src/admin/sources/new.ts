import { html } from '../../lib/html.ts';
import { askForReading } from '../../transfer/sources/readings.ts';
import { MAX_SOURCE_BYTES, removeSourceFile, saveSourceFile } from '../../transfer/sources/source-files.ts';
import { addSource, nextReading } from '../../transfer/sources/sources.ts';
import type { SentForm } from '../form.ts';
import type { AdminCall, AdminPage, Shown } from '../page.ts';
import { backTo, bar, described, field, head, mainButton, statusOf, textField } from '../parts.ts';
import {
  addressError,
  EMPTY,
  fieldOf,
  isReadAlready,
  problemsOf,
  readForm,
  ruleFields,
  type SourceErrors,
  type SourceValues,
} from './form.ts';
import { placeOf } from './reading-texts.ts';

/** Adds an address or a file from which events come; once or again and again. */
export const newSourcePage: AdminPage = {
  fileBytes: MAX_SOURCE_BYTES,
  show: call => page(call, { ...EMPTY, ...(call.query.get('every') === 'never' && { every: 'never' }) }),
  async act(call, sent) {
    const values = readForm(sent);
    const errors = errorsOf(call, values, sent);
    if (Object.keys(errors).length > 0) return page(call, values, errors);
    const { db, now, config } = call;
    const { file } = sent;
    const [saved, file_name] = file
      ? [await saveSourceFile(config, file), file.name.slice(0, 200)]
      : ['', ''];
    // A file does not change by itself.
    const every = file ? 'never' : values.every;
    const added = await addSource(db, {
      ...values,
      ...{ owner_id: call.viewer!.id, file: saved, file_name, every },
      ...{ due_at: nextReading(every, now), created_at: now },
      name: values.name || placeOf({ ...values, file_name }),
    });
    if (typeof added !== 'number') {
      await removeSourceFile(config, saved);
      const address = added ? isReadAlready(added, call) : call.words.sources.too_many;
      return page(call, values, { address });
    }
    // What comes once is looked at first.
    await askForReading(db, { source: added, by: call.viewer!.id, now, dry: every === 'never' });
    return { to: call.at('source', { id: added }), notice: { done: 'source_added', isFinal: true } };
  },
};

function errorsOf(call: AdminCall, { address }: SourceValues, { file }: SentForm): SourceErrors {
  const words = call.words.sources;
  if (file && file.bytes.length > MAX_SOURCE_BYTES) return { file: words.too_large };
  if (file) return {};
  const error = address === '' ? words.no_place : addressError(address, call);
  return error ? { address: error } : {};
}

async function page(call: AdminCall, values: SourceValues, errors: SourceErrors = {}): Promise<Shown> {
  const words = call.words.sources;
  const isOnce = values.every === 'never';
  const title = isOnce ? words.bring : words.add;
  const back = backTo(call, 'sources');
  const file = fieldOf('file', errors, call);
  const main = html`${head(title, { back, lead: isOnce ? words.bring_lead : words.add_lead })}${problemsOf(call, errors)}<form method="post" enctype="multipart/form-data" action="${call.at('newSource', {}, { every: isOnce ? 'never' : undefined })}">
<section class="sheet" aria-labelledby="where"><h2 id="where">${words.where}</h2>
${textField({ ...fieldOf('address', errors, call), value: values.address }, { type: 'text', inputmode: 'url', autocomplete: 'off', spellcheck: 'false' })}${field(file, html`<input type="file" id="file" name="file"${described(file)}>`)}</section>
<section class="sheet" aria-labelledby="how"><h2 id="how">${words.how}</h2>
${await ruleFields(values, errors, call)}</section>
${bar(
  html`<span class="muted">${isOnce ? words.trial_first : words.read_first}</span>`,
  html`<a class="button" href="${call.at('sources')}">${call.words.frame.back}</a>\n${mainButton(isOnce ? words.try : words.add)}`,
)}</form>`;
  return { title, main, section: 'sources', status: statusOf(errors) };
}
