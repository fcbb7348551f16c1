import { NotAllowed, Refused } from '../../errors.ts';
import { translationWords as words } from '../../i18n/messages.ts';
import { type Argument, additional } from '../../input/arguments.ts';
import type { Viewer } from '../../users/rights.ts';
import type { View } from '../view.ts';

const contexts = ['view', 'embed', 'edit'] as const;
export type ContextName = (typeof contexts)[number];

const contextField: Argument<ContextName> = {
  schema: { type: 'string', enum: [...contexts] },
  words: words.context,
  read: sent =>
    contexts.find(context => context === sent) ??
    new Refused('expected_one_of', { values: contexts.join(', ') }),
};

/** The argument of reads with which editors see all translations. */
export const contextArgument = { context: additional(contextField) };

/**
 * The call with the view that its `context` asks for.
 * @param mayEdit whether the viewer may edit the record, or any in a list
 * @throws NotAllowed if the context is `edit` without that right
 */
export function inContext<Call extends { readonly viewer: Viewer }>(
  call: Call,
  context: ContextName | undefined,
  mayEdit: (viewer: Viewer) => boolean,
): Call & { readonly showsTranslations?: boolean } {
  if (context !== 'edit') return call;
  if (!mayEdit(call.viewer)) throw new NotAllowed(call.viewer !== undefined);
  return { ...call, showsTranslations: true };
}

/** The context in the links of a list, as long as it has an effect. */
export const contextLink = ({ showsTranslations }: Pick<View, 'showsTranslations'>): 'edit' | undefined =>
  showsTranslations ? 'edit' : undefined;
