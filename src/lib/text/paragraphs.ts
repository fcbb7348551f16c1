import { isBlock } from './elements.ts';

/**
 * Adds paragraphs to plain text: blank lines separate them, and single line ends become `<br />`. Block elements stay
 * unchanged, except that empty paragraphs are removed. Each paragraph and block gets its own line. Doing it twice
 * changes nothing.
 * @param html well formed, with `<` and `>` only in tags, as `sanitised` returns it
 */
export function paragraphs(html: string): string {
  return topLevel(html)
    .flatMap(piece => (piece.block ? piece.html : paragraphsOf(piece.html)))
    .filter(html => html !== '<p></p>')
    .join('\n');
}

const TAG = /<(\/?)([a-z][a-z0-9]*)[^>]*>/g;

interface HtmlPiece {
  html: string;
  block: boolean;
}

/**
 * Splits HTML into blocks, and the runs of text and inline elements between them. An inline element around a block
 * counts as a block.
 */
function topLevel(html: string): HtmlPiece[] {
  const pieces: HtmlPiece[] = [];
  let run = 0;
  let start = 0;
  let depth = 0;
  let block = false;
  for (const tag of html.matchAll(TAG)) {
    if (depth === 0) {
      start = tag.index;
      block = false;
    }
    block ||= isBlock(tag[2] ?? '');
    depth += tag[1] === '/' ? -1 : tag[0].endsWith('/>') ? 0 : 1;
    if (depth > 0 || !block) continue;
    const end = tag.index + tag[0].length;
    pieces.push(
      { html: html.slice(run, start), block: false },
      { html: html.slice(start, end), block: true },
    );
    run = end;
  }
  return [...pieces, { html: html.slice(run), block: false }];
}

const TOKEN = /<br\b[^>]*>[^\S\n]*\n?|\n|<[^>]*>|[^<\n]+/g;

function paragraphsOf(run: string): string[] {
  const found: string[] = [];
  let lines: string[] = [];
  for (const line of linesOf(run)) {
    if (line !== '') lines.push(line);
    else if (lines.length > 0) {
      found.push(paragraph(lines));
      lines = [];
    }
  }
  return lines.length > 0 ? [...found, paragraph(lines)] : found;
}

const paragraph = (lines: string[]) => `<p>${lines.join('<br />\n')}</p>`;

/** The trimmed lines of a run. Line ends within its elements become `<br />`. */
function linesOf(run: string): string[] {
  // Plain text may have very many.
  if (!run.includes('<')) return run.split('\n').map(line => line.trim());
  const lines: string[] = [];
  let line = '';
  let depth = 0;
  for (const [token] of run.matchAll(TOKEN)) {
    const ends = token === '\n' || token.startsWith('<br');
    if (ends && depth === 0) {
      lines.push(line.trim());
      line = '';
    } else if (ends) {
      line += '<br />\n';
    } else if (token.startsWith('<')) {
      depth += token.startsWith('</') ? -1 : token.endsWith('/>') ? 0 : 1;
      line += token.replaceAll('\n', ' ');
    } else {
      line += token;
    }
  }
  return [...lines, line.trim()];
}
