import { decodeHTMLAttribute, decodeHTMLStrict } from 'entities/decode';
import { absolute } from './addresses.ts';
import { normalized } from './characters.ts';
import { isBlock } from './elements.ts';

/**
 * The text of sanitised HTML in lines, for readers without HTML: paragraphs with a line between them, lists with their
 * marks, a row of a table on a line, and each link as `text (address)`.
 * @param base the address from which relative ones are seen
 */
export function linesOf(html: string, base: string): string {
  const writer = new LineWriter(base);
  let from = 0;
  for (const { 0: tag, 1: mark, 2: name, 3: attributes, index } of html.toWellFormed().matchAll(TAG)) {
    writer.text(html.slice(from, index));
    if (mark === '/') writer.close(name!);
    else writer.open(name!, attributes!);
    from = index + tag.length;
  }
  writer.text(html.slice(from));
  return writer.finish();
}

/** A tag. Sanitised HTML has no `>` within a value. */
const TAG = /<(\/?)([a-z][a-z\d]*)([^<>]*)>/g;

interface List {
  /** The number of the next item; undefined for a list without numbers. */
  next: number | undefined;
}

class LineWriter {
  readonly #base: string;
  #written = '';
  /** What comes before the next text: a distance, then the mark of an item or of a cell. */
  #distance: '' | ' ' | '\n' | '\n\n' = '';
  #mark = '';
  /** How many cells of tables are open. Their blocks stay on the line. */
  #cells = 0;
  readonly #lists: List[] = [];
  /** The links that are open: where their text begins, and their address. */
  readonly #links: { from: number; address: string }[] = [];

  constructor(base: string) {
    this.#base = base;
  }

  text(html: string): void {
    const text = decodeHTMLStrict(html).replace(/\s{2,}|[^\S ]/g, ' ');
    if (text !== ' ') this.#write(text);
    else if (this.#distance === '') this.#distance = ' ';
  }

  open(name: string, attributes: string): void {
    if (name === 'br') this.#end('\n');
    else if (name === 'a')
      this.#links.push({ from: this.#written.length, address: this.#address(attributes) });
    else if (name === 'img') this.#write(decodeHTMLAttribute(attributeOf(attributes, 'alt')));
    else if (name === 'ul' || name === 'ol') this.#openList(name, attributes);
    else if (name === 'li') this.#openItem();
    else if (CELLS.has(name)) this.#openCell();
    else if (ROWS.has(name)) this.#end('\n');
    else if (isBlock(name)) this.#end('\n\n');
  }

  close(name: string): void {
    if (name === 'a') this.#closeLink();
    else if (CELLS.has(name)) this.#cells--;
    else if (name === 'ul' || name === 'ol') {
      this.#lists.pop();
      this.#end(this.#lists.length === 0 ? '\n\n' : '\n');
    } else if (name === 'li') this.#closeItem();
    else if (ROWS.has(name)) this.#end('\n');
    else if (isBlock(name)) this.#end('\n\n');
  }

  finish(): string {
    return normalized(this.#written, 'NFC')
      .replace(/[^\S\n]+$/gm, '')
      .replace(/\n{3,}/g, '\n\n')
      .trim();
  }

  #openList(name: string, attributes: string): void {
    this.#end(this.#lists.length === 0 ? '\n\n' : '\n');
    this.#lists.push({ next: name === 'ol' ? Number(attributeOf(attributes, 'start') || 1) : undefined });
  }

  #openItem(): void {
    this.#end('\n');
    const list = this.#lists.at(-1);
    const mark = list?.next === undefined ? '-' : `${list.next++}.`;
    this.#mark = `${'  '.repeat(Math.max(0, this.#lists.length - 1))}${mark} `;
  }

  /** An item without a text leaves nothing. */
  #closeItem(): void {
    this.#mark = '';
    this.#end('\n');
  }

  #openCell(): void {
    this.#cells++;
    if (this.#written === '' || this.#distance.includes('\n')) return;
    this.#distance = '';
    this.#mark = ' | ';
  }

  #closeLink(): void {
    const link = this.#links.pop();
    if (!link || link.address === '') return;
    const text = this.#written.slice(link.from).trim();
    const comparable = (address: string) => address.replace(/^https?:\/\/(?:www\.)?|\/$/g, '').toLowerCase();
    if (text === '') this.#write(link.address);
    else if (comparable(text) !== comparable(link.address)) this.#write(` (${link.address})`);
  }

  /** The address of a link; '' for a place within the page. Those of people and telephones are written without a scheme. */
  #address(attributes: string): string {
    const written = decodeHTMLAttribute(attributeOf(attributes, 'href'));
    if (written === '' || written.startsWith('#')) return '';
    return absolute(written, this.#base).replace(/^(?:mailto|tel):/i, '');
  }

  /** The greater of two distances stays. There is none behind a mark, and no empty line within a list. */
  #end(distance: '\n' | '\n\n'): void {
    if (this.#mark !== '') return;
    if (this.#cells > 0) this.#distance = this.#distance || ' ';
    else if (this.#distance !== '\n\n') this.#distance = this.#lists.length > 0 ? '\n' : distance;
  }

  #write(text: string): void {
    if (text === '') return;
    const before = (this.#written === '' ? '' : this.#distance) + this.#mark;
    const isFirst = before !== '' || this.#written === '';
    const trailing = /\s$/.test(text) ? ' ' : '';
    this.#written += before + (isFirst ? text.trim() : text.trimEnd());
    this.#distance = trailing;
    this.#mark = '';
  }
}

const CELLS: ReadonlySet<string> = new Set(['td', 'th']);

/** Blocks that follow one another without a line between them. */
const ROWS: ReadonlySet<string> = new Set(['tr', 'dt', 'dd', 'caption', 'summary', 'figcaption']);

const attributeOf = (attributes: string, name: string): string =>
  new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
