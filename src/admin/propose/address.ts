import type { Config } from '../../config.ts';
import { sentUrl } from '../../http/address.ts';
import type { Destination, HtmlPage } from '../../http/site-pages.ts';
import { CANONICAL, languageOfPath, pathAndQuery, prefixOf, UNADDRESSED } from '../../site/address.ts';
import { PAGES, parametersIn } from '../../site/page-addresses.ts';
import { inDefaultWords, wordsOf } from '../../site/words.ts';
import type { AdminPage } from '../page.ts';
import { privatePage } from './private.ts';
import { proposePage } from './propose.ts';

/** A page with a form for everybody, which the administration answers without a session. */
export interface PublicForm {
  readonly page: AdminPage;
  readonly shown: HtmlPage;
  readonly place: Destination;
}

/** The form at an address; undefined if there is none. Nobody learns from it whether there are proposals. */
export function publicFormAt(target: string, config: Config): PublicForm | undefined {
  const [path, sent] = pathAndQuery(sentUrl(target, config));
  const language = languageOfPath(path);
  const rest = inDefaultWords(path.slice(prefixOf(language).length), wordsOf(config)).replace(/\/?$/, '/');
  // A token has no other characters.
  if (!/^[\w/-]+$/.test(rest)) return undefined;
  const place = { ...UNADDRESSED, prefix: prefixOf(language) + CANONICAL, language, url: target };
  for (const [at, page] of [[PAGES.propose, proposePage] as const, [PAGES.proposal, privatePage] as const]) {
    const parameters = parametersIn(at, rest);
    if (parameters)
      return { page, shown: { at, parameters, path: rest, query: new URLSearchParams(sent) }, place };
  }
  return undefined;
}
