/**
 * Whether HTML is as the sanitiser leaves it: paragraphs, headings and lists of text, emphasis and links to the web, well
 * formed and without other attributes. Most descriptions have nothing else, and need no parser then. Takes linear time.
 */
export function isClean(html: string): boolean {
  const open: string[] = [];
  for (let at = 0; at < html.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(html);
    if (!token) return false;
    const [, closes, name, link] = token;
    const element = link === undefined ? name : 'a';
    if (closes) {
      if (open.pop() !== name) return false;
    } else if (element !== undefined) {
      if (open.length === MAX_DEPTH || !mayHold(open.at(-1), element, open)) return false;
      open.push(element);
    }
  }
  return open.length === 0;
}

/** The sanitiser has a limit of its own, which is higher. */
const MAX_DEPTH = 20;

/** Text with the entities that it must have, then a tag or the end. Other entities and marks are left to the parser. */
const TOKEN =
  /[^<>&]*(?:&(?:amp|lt|gt);[^<>&]*)*(?:<br \/>|<(\/?)([a-z][a-z0-9]*)>|<a href="(https?:\/\/[\w.-]+(?:[/?#](?:[\w./?#~:@!$*+,;=%()-]|&amp;){0,2000})?)">|$)/y;

const PHRASES: ReadonlySet<string> = new Set(['strong', 'em', 'b', 'i', 'u']);
const BLOCKS: ReadonlySet<string> = new Set(['p', 'h2', 'h3', 'h4', 'h5', 'h6']);
const LISTS: ReadonlySet<string> = new Set(['ul', 'ol']);

/** Whether an element may be within another one, or in none, such that no tag implies the end of another element. */
function mayHold(parent: string | undefined, element: string, open: readonly string[]): boolean {
  if (parent !== undefined && LISTS.has(parent)) return element === 'li';
  if (element === 'a') return !open.includes('a');
  return PHRASES.has(element) || (parent === undefined && (BLOCKS.has(element) || LISTS.has(element)));
}
