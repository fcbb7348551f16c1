import type { Config } from '../../config.ts';
import { sentUrl } from '../../http/address.ts';
import type { Destination } from '../../http/site-pages.ts';
import { CANONICAL, languageOfPath, pathAndQuery, prefixOf, UNADDRESSED } from '../../site/address.ts';
import { PAGES, type PathParameters, parametersIn } from '../../site/page-addresses.ts';
import { inDefaultWords, wordsOf } from '../../site/words.ts';
import type { AdminPage } from '../page.ts';
import { privatePage } from './private.ts';
import { proposePage } from './propose.ts';

/** A page with a form for everybody, which the administration answers without a session. */
export interface PublicForm {
  readonly page: AdminPage;
  /** Its name in metrics and traces. */
  readonly template: string;
  /** Its path below the language. */
  readonly path: string;
  readonly parameters: PathParameters;
  readonly place: Destination;
}

/** The form at an address; undefined if there is none. Nobody learns from it whether there are proposals. */
export function publicFormAt(target: string, config: Config): PublicForm | undefined {
  const [path] = pathAndQuery(sentUrl(target, config));
  const language = languageOfPath(path);
  const rest = inDefaultWords(path.slice(prefixOf(language).length), wordsOf(config)).replace(/\/?$/, '/');
  // A token has no other characters.
  if (!/^[\w/-]+$/.test(rest)) return undefined;
  const place = { ...UNADDRESSED, prefix: prefixOf(language) + CANONICAL, language, url: target };
  for (const [at, page] of [[PAGES.propose, proposePage] as const, [PAGES.proposal, privatePage] as const]) {
    const parameters = parametersIn(at, rest);
    if (parameters) return { page, template: at.path, path: rest, parameters, place };
  }
  return undefined;
}
