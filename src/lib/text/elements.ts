/** The HTML allowed in descriptions: what an event editor needs, and nothing active. */

const BLOCKS = new Set(
  (
    'address article aside audio blockquote caption col colgroup dd details div dl dt figcaption figure footer ' +
    'h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul video'
  ).split(' '),
);

const PHRASES = new Set(
  (
    'a abbr b bdi bdo br cite code del dfn em i ins kbd mark q ' +
    'rp rt ruby s samp small span strong sub sup time u var wbr'
  ).split(' '),
);

const MEDIA = ['img', 'picture', 'source'];

export const VOID_ELEMENTS = ['br', 'col', 'hr', 'img', 'source', 'wbr'];

/** The commonest first: the list is searched from its beginning for every tag. */
export const ALLOWED_ELEMENTS = [
  ...new Set([...'p br strong em a li ul img h2 h3'.split(' '), ...PHRASES, ...BLOCKS, ...MEDIA]),
];

/**
 * No style, no event handlers, no class, which would mean something on the page of whoever shows the text, and no id or
 * name, which could shadow globals that a page's scripts use.
 */
export const ALLOWED_ATTRIBUTES: Record<string, string[]> = {
  '*': ['dir', 'lang', 'title'],
  a: ['href', 'hreflang', 'rel', 'target'],
  audio: ['controls', 'loop', 'muted', 'preload', 'src'],
  blockquote: ['cite'],
  col: ['span'],
  colgroup: ['span'],
  del: ['datetime'],
  details: ['open'],
  img: ['alt', 'decoding', 'height', 'loading', 'sizes', 'src', 'srcset', 'width'],
  ins: ['datetime'],
  li: ['value'],
  ol: ['reversed', 'start', 'type'],
  q: ['cite'],
  source: ['height', 'media', 'sizes', 'src', 'srcset', 'type', 'width'],
  td: ['colspan', 'rowspan'],
  th: ['abbr', 'colspan', 'rowspan', 'scope'],
  time: ['datetime'],
  video: ['controls', 'height', 'loop', 'muted', 'playsinline', 'poster', 'preload', 'src', 'width'],
};

/** Whether an element of this lower-case name is a block. */
export const isBlock = (name: string): boolean => BLOCKS.has(name);

/** Whether an element of this lower-case name is inline. */
export const isPhrase = (name: string): boolean => PHRASES.has(name);
