import { extensionFields } from '../../events/plain-fields.ts';
import type { ShownEvent } from '../view.ts';

/** A field that the site has defined itself. */
interface CustomFact {
  readonly label: string;
  readonly value: string;
}

/** The most fields that a page shows. */
const MOST = 30;

/** Those fields of a site's own that have a label and a text, as sites of the reference show them; others are for programs. */
export const customFacts = ({ custom_fields }: Pick<ShownEvent, 'custom_fields'>): CustomFact[] =>
  Object.values(extensionFields.custom_fields.toValue(custom_fields)).filter(isFact).slice(0, MOST);

function isFact(field: unknown): field is CustomFact {
  const { label, value } = (field ?? {}) as Partial<Record<keyof CustomFact, unknown>>;
  return [label, value].every(text => typeof text === 'string' && text.trim() !== '');
}
