import { Parser } from 'htmlparser2';

const HARMLESS = new Set(
  `a abbr address article aside audio b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt
  em figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p picture pre q rp rt ruby
  s samp section small source span strong sub summary sup table tbody td tfoot th thead time tr u ul var video wbr`.split(
    /\s+/,
  ),
);

const ATTRIBUTES = new Set(
  `abbr alt class colspan controls datetime decoding dir height hreflang lang loading loop media muted open playsinline
  preload rel reversed rowspan scope sizes span start target title type value width`.split(/\s+/),
);

/** Attributes that hold addresses. */
const ADDRESSES = new Set(['cite', 'href', 'poster', 'src', 'srcset']);

/** The parts of a text that would run, or hide something, if it is shown as HTML. */
export function dangersIn(html: string): string[] {
  const dangers: string[] = [];
  if (!html.includes('<')) return dangers;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (!HARMLESS.has(name)) dangers.push(`<${name}>`);
        for (const [key, value] of Object.entries(attributes))
          if (!isHarmless(key, value)) dangers.push(`${key}="${value}"`);
        if (attributes.target !== undefined && !/\bnoopener\b/.test(attributes.rel ?? ''))
          dangers.push('a window with a hold of its opener');
      },
      oncomment: text => dangers.push(`<!--${text}-->`),
      onprocessinginstruction: name => dangers.push(name),
    },
    { decodeEntities: true },
  );
  parser.end(html);
  // The text that follows in a page would end the tag.
  if (/<[a-z/!?][^>]*$/i.test(html)) dangers.push('a tag that does not end');
  return dangers;
}

function isHarmless(name: string, value: string): boolean {
  if (!ADDRESSES.has(name)) return ATTRIBUTES.has(name);
  const addresses = name === 'srcset' ? value.split(',').map(part => part.trim().split(' ')[0]!) : [value];
  return addresses.every(isHarmlessAddress);
}

/** Addresses as browsers read them, including relative ones. */
export function isHarmlessAddress(address: string): boolean {
  const protocol = URL.parse(address, 'https://reader.test/')?.protocol;
  return protocol === undefined || /^(https?|mailto|tel|ftp):$/.test(protocol);
}
