import { isAbsolute } from './addresses.ts';

type Members = Readonly<Record<string, unknown>>;
type Rule = (value: unknown) => boolean;

const text: Rule = value => typeof value === 'string' && value !== '' && value.isWellFormed();
const address: Rule = value => typeof value === 'string' && isAbsolute(value);
const date: Rule = value =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value);
const language: Rule = value => typeof value === 'string' && Intl.getCanonicalLocales(value).length === 1;
const object: Rule = value => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf =
  (rule: Rule): Rule =>
  value =>
    Array.isArray(value) && value.every(rule);
const author: Rule = value =>
  object(value) && ['name', 'url', 'avatar'].some(name => name in (value as Members));

const FEED: Readonly<Record<string, Rule>> = {
  version: value => value === 'https://jsonfeed.org/version/1.1',
  title: text,
  home_page_url: address,
  feed_url: address,
  description: text,
  next_url: address,
  language,
  authors: listOf(author),
  items: listOf(object),
};

const ITEM: Readonly<Record<string, Rule>> = {
  id: text,
  url: address,
  external_url: address,
  title: text,
  content_html: text,
  summary: text,
  image: address,
  date_published: date,
  date_modified: date,
  tags: listOf(text),
  language,
};

/** The offences of a document against JSON Feed 1.1. */
export function jsonFeedProblems(json: string): string[] {
  const feed = JSON.parse(json) as Members;
  const items = feed.items as readonly Members[];
  const missing = [
    ...['version', 'title', 'items'].filter(name => !(name in feed)),
    ...items.flatMap(item => ['id'].filter(name => !(name in item))),
    ...(items.every(item => 'content_html' in item || 'content_text' in item) ? [] : ['content']),
  ];
  return [
    ...missing.map(name => `${name} is missing`),
    ...problemsOf(feed, FEED),
    ...items.flatMap(item => problemsOf(item, ITEM)),
    ...(new Set(items.map(({ id }) => id)).size === items.length ? [] : ['ids are repeated']),
  ];
}

/** A member that begins with an underscore is an extension, which must be an object. */
const problemsOf = (members: Members, rules: Readonly<Record<string, Rule>>): string[] =>
  Object.entries(members).flatMap(([name, value]) => {
    const rule = /^_[a-z]/.test(name) ? object : rules[name];
    return rule === undefined
      ? [`${name} is unknown`]
      : rule(value)
        ? []
        : [`${name}: ${JSON.stringify(value)}`];
  });
