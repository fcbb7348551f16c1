import type { Config } from '../../config.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { designOf } from '../../site/design.ts';
import { fileAddress } from '../../site/file-address.ts';
import { readLogos, storedPicture } from '../../site/logo.ts';
import { storeImage } from '../events/image.ts';
import type { UploadedFile } from '../form.ts';
import type { AdminCall } from '../page.ts';
import { described, type Field, field, fieldId } from '../parts.ts';

/** The field of the logo: a file, which a script sends at once, and the one that there is. */
export function logoField(call: AdminCall, declared: Field, value: string): Html {
  const words = call.words.eventForm;
  return field(
    declared,
    html`<div data-held>${chosenLogo(call, value)}</div>
<div class="drop" data-picture="${call.at('settings')}" data-sending="${words.sending}" data-failed="${words.not_sent}"><input type="file" id="${fieldId(declared.name)}" name="file" accept="image/png,image/webp,image/jpeg"${described(declared)}>
<progress max="1" hidden aria-label="${words.sending}"></progress><p class="small" role="status"></p></div>`,
  );
}

/** The logo that the form holds, without which only its hidden field is there. */
export function chosenLogo(call: AdminCall, value: string): Html {
  const hidden = html`<input type="hidden" name="SITE_LOGO" value="${value}">`;
  if (value === '') return hidden;
  const now = designOf(call.config).logos?.light;
  const isNow = now !== undefined && call.config.SITE_LOGO === value;
  const src = isNow ? fileAddress(call, now.file) : storedPicture(value) && `${call.address.site}/${value}`;
  const shown = src ? html`<img class="logo" src="${src}" alt="">` : NOTHING;
  return html`${hidden}<div class="held">${shown}<label class="choice"><input type="checkbox" name="remove_logo" value="1"><span>${call.words.settings.no_logo}</span></label></div>`;
}

/**
 * Stores a picture that shall be the logo.
 * @returns the value of the setting, or why it cannot be
 * @throws ConfigError if it is no picture for the header
 */
export async function storeLogo(
  call: AdminCall,
  file: UploadedFile,
): Promise<{ value: string } | { why: string }> {
  const stored = await storeImage(call, file);
  if (typeof stored === 'string') return { why: stored };
  // The header needs no more pixels.
  const { url } = stored.sizes?.large ?? stored;
  const value = url.slice(call.address.site.length + 1);
  const { DATA_DIR }: Pick<Config, 'DATA_DIR'> = call.config;
  await readLogos({ DATA_DIR, SITE_LOGO: value });
  return { value };
}
