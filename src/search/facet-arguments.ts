import type { Config } from '../config.ts';
import { Refused } from '../errors.ts';
import type { Language, Translations } from '../i18n/language.ts';
import { facetWords as words } from '../i18n/messages.ts';
import {
  type Argument,
  type ArgumentValues,
  additional,
  boolean,
  fallback,
  items,
  textOrNothing,
  wholeNumber,
} from '../input/arguments.ts';
import type { LinkQuery } from '../input/common-arguments.ts';
import { MAX_FACET_VALUES } from '../limits.ts';
import type { FacetRequest } from './facets.ts';
import { type FacetName, facetNames } from './filter.ts';

const isFacet = (name: unknown): name is FacetName => facetNames.some(known => known === name);

const names = (description: Translations): Argument<readonly FacetName[]> => ({
  schema: { items: { type: 'string' } },
  accepts: { type: 'array', items: { type: 'string', enum: facetNames }, maxItems: facetNames.length },
  words: description,
  read(sent) {
    // More than there are would repeat some.
    const all = items(sent, facetNames.length + 1).map(textOrNothing);
    return all.length > 0 && all.length <= facetNames.length && all.every(isFacet)
      ? [...new Set(all)]
      : new Refused('expected_facets', { values: facetNames.join(', ') });
  },
});

const limit = (description: Translations): Argument<number> => ({
  schema: { type: 'integer' },
  accepts: { type: 'integer', minimum: 1, maximum: MAX_FACET_VALUES },
  words: description,
  read(sent) {
    const number = wholeNumber(sent);
    return number !== undefined && number >= 1 && number <= MAX_FACET_VALUES
      ? number
      : new Refused('expected_up_to', { max: MAX_FACET_VALUES });
  },
});

const DEFAULT_LIMIT = 100;

export const facetArguments = {
  facets: additional(names(words.facets)),
  drill_sideways: fallback(additional(boolean(words.drill_sideways)), false),
  facet_limit: fallback(additional(limit(words.facet_limit)), DEFAULT_LIMIT),
};

type FacetArgs = ArgumentValues<typeof facetArguments>;

interface FacetContext {
  readonly config: Config;
  readonly textLanguage?: Language | undefined;
}

export const facetRequest = (
  args: FacetArgs,
  { config: { TIME_ZONE, LANGUAGE }, textLanguage }: FacetContext,
): FacetRequest | undefined =>
  args.facets && {
    names: args.facets,
    isSideways: args.drill_sideways,
    limit: args.facet_limit,
    zone: TIME_ZONE.id,
    language: LANGUAGE,
    textLanguage,
  };

/** The parameters of facets in links, as far as they differ from the defaults. */
export const facetLinks = ({ facets, drill_sideways, facet_limit }: FacetArgs): LinkQuery =>
  facets
    ? {
        facets,
        drill_sideways: drill_sideways || undefined,
        facet_limit: facet_limit === DEFAULT_LIMIT ? undefined : facet_limit,
      }
    : {};
