// Cuts a text in parts, shows each in an editor, and writes it again: what was not changed stays as it was, byte by byte.

const INLINE =
  /^(?:a|abbr|bdi|bdo|br?|cite|code|del|dfn|em|i|img|ins|kbd|mark|picture|q|s|samp|small|source|span|strong|su[bp]|time|u|var|wbr)$/;
const VOID = /^(?:br|col|hr|img|source|wbr)$/;

/** The outermost blocks of HTML, and the texts between them. Together they are the whole. */
export function partsOf(html) {
  const parts = [];
  let depth = 0;
  let start = 0;
  const cut = end => {
    if (html.slice(start, end).trim() === '') return;
    parts.push(html.slice(start, end));
    start = end;
  };
  for (const { 0: tag, 1: closes, 2: name, index } of html.matchAll(/<(\/?)([a-z]\w*)[^>]*>/g)) {
    if (VOID.test(name)) continue;
    if (!closes && depth++ === 0 && !INLINE.test(name)) cut(index);
    if (closes && --depth === 0 && !INLINE.test(name)) cut(index + tag.length);
  }
  cut(html.length);
  return parts;
}

/** A text as HTML: blank lines part paragraphs. HTML stays. */
export const asHtml = text =>
  /<(?:p|ul|ol|h\d|a|em|strong|b|i|br|blockquote)[\s>/]/i.test(text)
    ? text
    : text
        .split(/\n\s*\n/)
        .filter(paragraph => paragraph.trim() !== '')
        .map(paragraph => `<p>${escaped(paragraph.trim()).replaceAll('\n', '<br />\n')}</p>`)
        .join('\n');

const escaped = text => text.replace(/[&<>]/g, mark => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[mark]);

const shown = node => (node.outerHTML ?? node.data).replaceAll('\u200B', '');

/**
 * Keeps the parts of a text beside what an editor makes of each.
 * @param show shows HTML in the editor, whose element is `root`
 * @returns writes what the editor has then: unchanged parts as they were, others as the sanitiser leaves them
 */
export function textOf(html, root, show, kept) {
  const showing = part => {
    show(part);
    return [...root.childNodes].map(shown);
  };
  let parts = partsOf(html).map(source => ({ source, nodes: showing(source) }));
  const all = showing(html);
  // Parts that an editor joins are one.
  if (parts.flatMap(({ nodes }) => nodes).join() !== all.join()) parts = [{ source: html, nodes: all }];
  return () => {
    const free = [...parts];
    const nodes = [...root.childNodes];
    const texts = [];
    while (nodes.length > 0) {
      const has = part => part.nodes.every((text, at) => nodes[at] && shown(nodes[at]) === text);
      const known = free.findIndex(has);
      const [part] = known < 0 ? [] : free.splice(known, 1);
      const text = part?.source ?? written(nodes[0], kept).trim();
      nodes.splice(0, part?.nodes.length ?? 1);
      if (text !== '') texts.push(texts.length > 0 && !part ? `\n${text}` : text);
    }
    return texts.join('').trim();
  };
}

const NAMES = { b: 'strong', i: 'em' };
/** What holds a line, or several blocks; it has no meaning of its own. */
const HOLDER = /^(?:div|section|article|main)$/;

/** A node that the editor has made, as the sanitiser leaves it. */
function written(node, kept) {
  if (node.nodeType === Node.TEXT_NODE) return escaped(node.data.replaceAll('\u200B', ''));
  if (node.nodeType !== Node.ELEMENT_NODE) return '';
  const isHolder = node.attributes.length === 0 && HOLDER.test(node.localName);
  const name = isHolder ? 'p' : (NAMES[node.localName] ?? node.localName);
  const children = [...node.childNodes].map(child => written(child, kept));
  const inner = children.join('');
  // Within an item of a list, the editor has a block for each line.
  if (isHolder && node.parentNode.localName === 'li')
    return node.previousSibling && inner ? `<br />\n${inner}` : inner;
  if (isHolder && [...node.children].some(({ localName }) => !INLINE.test(localName)))
    return children.filter(text => text.trim() !== '').join('\n');
  if (!kept.has(name)) return inner;
  // The last one of a block only holds its line open.
  if (name === 'br') return node.nextSibling ? '<br />\n' : '';
  if (!VOID.test(name) && inner.trim() === '' && !/^t[dh]$/.test(name)) return inner && ' ';
  const attributes = [...node.attributes].map(
    ({ name, value }) => ` ${name.replace(/^data-/, '')}="${escaped(value).replaceAll('"', '&quot;')}"`,
  );
  const tag = name + attributes.join('');
  return VOID.test(name) ? `<${tag} />` : `<${tag}>${inner}</${name}>`;
}
