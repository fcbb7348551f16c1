// A small editor in place of a field whose text is HTML: data-rich is the id of the field, which has what the editor writes.
// data-elements: the names of elements that the sanitiser keeps.

import Squire from '#squire/squire.mjs';
import { asHtml, textOf } from './html-parts.js';

/** The safe parser of the browser, or a library that stands for it. */
const purify = Element.prototype.setHTML
  ? undefined
  : await import('#dompurify/purify.min.js').then(() => DOMPurify);

/** Elements that lose their tags, and attributes that nothing keeps. */
const UNWRAPPED = ['font', 'tt', 'center', 'form', 'o:p'];
const DROPPED = ['style', 'id', 'name'];
/** What only says how a pasted text looked elsewhere. */
const UNWRAPPED_IN_PASTES = [...UNWRAPPED, 'span', 'u'];
const DROPPED_IN_PASTES = [...DROPPED, 'class', 'lang', 'dir', 'title', 'align', 'width', 'height'];

/** HTML as nodes. Nothing that its policy forbids may come to the page: it is taken away before the text is parsed. */
function nodesOf(html, isPaste) {
  const text = html
    .replace(
      /<!\[if !supportLists\]>[\s\S]*?<!\[endif\]>|<(style|head)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/gi,
      '',
    )
    // The wrapper of a paste from Google Docs, which is not bold.
    .replace(/<b\b[^>]*font-weight:\s*normal[^>]*>/gi, '')
    .replace(/<[a-z][^>]*>/gi, tag =>
      tag
        .replace(/\sstyle\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, '')
        // Pictures and films of other sites are not loaded.
        .replace(/\s(src|srcset|poster)(?=\s*=)/gi, ' data-$1'),
    );
  const unwrapped = isPaste ? UNWRAPPED_IN_PASTES : UNWRAPPED;
  const dropped = isPaste ? DROPPED_IN_PASTES : DROPPED;
  if (purify)
    return document.importNode(
      purify.sanitize(text, { RETURN_DOM_FRAGMENT: true, FORBID_TAGS: unwrapped, FORBID_ATTR: dropped }),
      true,
    );
  const holder = document.createElement('template');
  holder.setHTML(text, {
    sanitizer: {
      removeElements: ['style'],
      replaceWithChildrenElements: unwrapped,
      removeAttributes: dropped,
    },
  });
  return holder.content;
}

/** A link as people write it. */
const addressOf = text =>
  /^[a-z]+:/i.test(text) ? text : text.includes('@') ? `mailto:${text}` : `https://${text}`;

function enrich(part) {
  const field = document.getElementById(part.dataset.rich);
  const root = part.querySelector('[data-text]');
  root.setAttribute('role', 'textbox');
  root.setAttribute('aria-multiline', 'true');
  root.tabIndex = 0;
  const buttons = [...part.querySelectorAll('[role="toolbar"] button')];
  const link = part.querySelector('[data-link]');
  const address = link.querySelector('input');
  let isLoading = true;
  const editor = new Squire(root, {
    blockTag: 'P',
    sanitizeToDOMFragment: html => nodesOf(html, !isLoading),
  });
  // It would set styles of its own on pictures.
  editor._imageResizer.destroy();
  // Tab leads to the next field.
  for (const key of ['Tab', 'Shift-Tab', 'PageUp', 'PageDown', 'Ctrl-d', 'Meta-d'])
    editor.setKeyHandler(key, null);

  let initial;
  let last;
  let write;
  function load(text) {
    isLoading = true;
    const html = asHtml(text);
    write = textOf(html, root, part => editor.setHTML(part), new Set(part.dataset.elements.split(' ')));
    [initial, last] = [{ text, html: write() }, text];
    isLoading = false;
  }
  const store = () => {
    const html = write();
    const text = html === initial.html ? initial.text : html;
    if (text === last) return;
    last = text;
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  editor.addEventListener('input', store);
  // What the browser has kept comes back.
  field.addEventListener('input', () => field.value !== last && load(field.value));

  const heading = tag => isOne =>
    editor.modifyBlocks(blocks => {
      for (const block of [...blocks.children])
        if (/^(?:P|DIV|H\d)$/.test(block.nodeName)) {
          const other = document.createElement(isOne ? 'p' : tag);
          other.append(...block.childNodes);
          block.replaceWith(other);
        }
      return blocks;
    });
  /** What each tool makes, and does; it is told whether the selection is one already. */
  const tools = {
    bold: ['B', isOne => (isOne ? editor.removeBold() : editor.bold())],
    italic: ['I', isOne => (isOne ? editor.removeItalic() : editor.italic())],
    link: ['A', askLink],
    heading: ['H2', heading('h2')],
    subheading: ['H3', heading('h3')],
    bullets: ['UL', isOne => (isOne ? editor.removeList() : editor.makeUnorderedList())],
    numbers: ['OL', isOne => (isOne ? editor.removeList() : editor.makeOrderedList())],
  };
  const tell = () => {
    for (const button of buttons)
      button.setAttribute('aria-pressed', String(editor.hasFormat(tools[button.dataset.tool][0])));
  };
  for (const type of ['pathChange', 'select', 'cursor']) editor.addEventListener(type, tell);

  function askLink() {
    const { startContainer: at } = editor.getSelection();
    const within = (at.closest ? at : at.parentElement).closest('a');
    address.value = within?.getAttribute('href') ?? '';
    link.hidden = false;
    address.focus();
  }
  const leaveLink = () => {
    link.hidden = true;
    editor.focus();
  };
  const setLink = () => {
    link.hidden = true;
    editor.focus();
    if (address.value.trim() === '') editor.removeLink();
    else editor.makeLink(addressOf(address.value.trim()));
  };
  link.addEventListener('keydown', event => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (event.key === 'Escape') leaveLink();
    else setLink();
  });
  link.querySelector('[data-set]').addEventListener('click', setLink);
  const press = name => {
    const [tag, act] = tools[name];
    act(editor.hasFormat(tag));
    tell();
  };
  for (const [key, name] of Object.entries({ b: 'bold', i: 'italic', k: 'link' }))
    for (const keys of [`Ctrl-${key}`, `Meta-${key}`, `Ctrl-${key.toUpperCase()}`])
      editor.setKeyHandler(keys, (_, event) => {
        event.preventDefault();
        press(name);
      });

  // A toolbar is one stop of the Tab key; arrows lead through it.
  part.querySelector('[role="toolbar"]').addEventListener('keydown', ({ key, target }) => {
    const at = buttons.indexOf(target);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[key];
    if (to === undefined) return;
    for (const button of buttons) button.tabIndex = -1;
    const next = buttons.at(to % buttons.length);
    next.tabIndex = 0;
    next.focus();
  });
  for (const button of buttons) button.addEventListener('click', () => press(button.dataset.tool));

  // The editor takes the place of the field, for links and labels, too.
  const label = document.querySelector(`label[for="${field.id}"]`);
  label.id = `${field.id}-label`;
  label.addEventListener('click', () => editor.focus());
  root.setAttribute('aria-labelledby', label.id);
  for (const name of ['aria-invalid', 'lang'])
    if (field.hasAttribute(name)) root.setAttribute(name, field.getAttribute(name));
  if (field.hasAttribute('aria-invalid')) root.setAttribute('aria-describedby', `${field.id}-error`);
  // It is about a field without an editor.
  document.getElementById(`${field.id}-help`)?.setAttribute('hidden', '');
  root.id = field.id;
  field.removeAttribute('id');
  field.hidden = true;
  part.hidden = false;
  load(field.value);
}

for (const part of document.querySelectorAll('[data-rich]')) enrich(part);
