import { type Html, html } from '../../lib/html.ts';
import { MAX_CREDIT } from '../../limits.ts';
import type { SentForm } from '../form.ts';
import type { AdminCall } from '../page.ts';
import { described, type Field, field, fold, textField } from '../parts.ts';
import { type ImageValues, type ShownImage, thumbnailOf } from './record.ts';

/** Pixels of the longer side of a picture that is clicked: it fits a phone, because the place counts in pixels. */
const SIDE = 240;

/** What a chooser of files offers; phones then send JPEG. */
export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

/** The field of the picture: a file, one of those that there are, and what crops keep of it. */
export function pictureField(
  call: AdminCall,
  image: ShownImage | undefined,
  values: ImageValues,
  error: string | undefined,
): Html {
  const words = call.words.eventForm;
  const state: Field = { name: 'image', label: words.picture, help: words.picture_help, error };
  const pictures = call.at('pictures');
  return field(
    state,
    html`<div data-held>${chosenPicture(call, image, values)}</div>
<div class="drop" data-picture="${pictures}" data-sending="${words.sending}" data-failed="${words.not_sent}"><input type="file" id="image" name="file" accept="${PICTURE_TYPES}"${described(state)}>
<progress max="1" hidden aria-label="${words.sending}"></progress><p class="small" role="status"></p>
<p class="small">${words.drop_here} <button type="submit" class="link" formaction="${pictures}" formnovalidate>${words.choose}</button></p></div>`,
  );
}

/** The picture that is chosen, without which only its hidden field is there. */
export function chosenPicture(call: AdminCall, image: ShownImage | undefined, values: ImageValues): Html {
  const words = call.words.eventForm;
  const hidden = html`<input type="hidden" name="image" value="${values.image}">`;
  if (!image) return hidden;
  const [x, y] = [Number(values.focus_x), Number(values.focus_y)];
  const vertical = y < 34 ? words.focus_top : y > 66 && words.focus_bottom;
  const horizontal = x < 34 ? words.focus_left : x > 66 && words.focus_right;
  const place = [vertical, horizontal].filter(Boolean).join(' ') || words.focus_middle;
  return html`${hidden}<div class="held"><img src="${thumbnailOf(image)}" width="150" height="150" alt=""><label class="choice"><input type="checkbox" name="remove_image" value="1"><span>${words.remove_picture}</span></label></div>${fold(call, { key: words.focus, value: place }, focusFields(call, image, values))}`;
}

/** Whose a picture is: what pages show below it. */
export function creditFields(call: AdminCall, { credit, license }: ImageValues): Html {
  const { credit: label, credit_help, license: licence, license_help } = call.words.eventForm;
  const maxlength = String(MAX_CREDIT);
  return html`${textField({ name: 'credit', label, help: credit_help, value: credit }, { maxlength })}${textField({ name: 'license', label: licence, help: license_help, value: license }, { maxlength })}`;
}

export function creditFold(call: AdminCall, values: ImageValues): Html {
  const words = call.words.eventForm;
  const credits = [values.credit, values.license].filter(Boolean).join(' · ');
  const said = { key: words.whose, value: credits || words.none, isSet: credits !== '' };
  return fold(call, said, creditFields(call, values));
}

/** What crops keep of a picture: it is clicked, or two sliders are moved. */
export function focusFields(call: AdminCall, image: ShownImage, values: ImageValues): Html {
  const words = call.words.eventForm;
  const { width, height } = image;
  const scale = SIDE / Math.max(width, height);
  const [wide, high] = [width, height].map(side => Math.max(1, Math.round(side * scale)));
  const { focus_x: x, focus_y: y } = values;
  const slider = (name: 'focus_x' | 'focus_y') =>
    html`<div><label for="${name}">${words[name]}</label><input type="range" id="${name}" name="${name}" min="0" max="100" value="${values[name]}"></div>`;
  return html`<p class="help">${words.focus_help}</p>
<input type="hidden" name="point_of" value="${wide} ${high}">
<div class="point"><input type="image" name="point" src="${image.sizes?.medium?.url ?? image.url}" width="${wide}" height="${high}" alt="${words.focus_click}" aria-label="${words.focus_click}"><svg width="${wide}" height="${high}" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true"><path d="M${x} 0V100M0 ${y}H100"/></svg></div>
<div class="pair">${slider('focus_x')}${slider('focus_y')}</div>`;
}

/** The point of a picture that was clicked, where no script has moved the sliders. */
export function clickedPoint(
  posted: SentForm['values'],
): Pick<ImageValues, 'focus_x' | 'focus_y'> | undefined {
  const pixels = [posted['point.x'], posted['point.y']].map(Number);
  const sides = String(posted.point_of).split(' ').map(Number);
  const [x, y] = pixels.map((pixel, at) => Math.round((100 * pixel) / sides[at]!));
  const isWithin = [x, y].every(value => value! >= 0 && value! <= 100);
  return isWithin ? { focus_x: String(x), focus_y: String(y) } : undefined;
}
