/** A disk, and what may remain of it after a power cut: all that was synced, and any part of the rest. */

/** The positions in a trace at which something began and ended. */
export interface Span {
  readonly begun: number;
  readonly done: number;
}

/** A change of the content of a file. */
export type Change = Span & ({ readonly at: number; readonly bytes: Buffer } | { readonly length: number });

/** Entries of folders that change together; `node` is undefined for a removed entry. */
export interface NameChange extends Span {
  readonly entries: readonly { folder: Folder; name: string; node: Node | undefined }[];
}

export type Node = File | Folder;

export class File {
  readonly changes: Change[] = [];
  readonly syncs: Span[] = [];
  /** Its first path. */
  readonly path: string;
  readonly #begin: () => Buffer;
  length: number;

  /** @param begin the content at the beginning */
  constructor(path: string, length = 0, begin: () => Buffer = () => Buffer.alloc(0)) {
    this.path = path;
    this.length = length;
    this.#begin = begin;
  }

  write(span: Span, at: number, bytes: Buffer): void {
    this.changes.push({ ...span, at, bytes });
    this.length = Math.max(this.length, at + bytes.length);
  }

  resize(span: Span, length: number): void {
    this.changes.push({ ...span, length });
    this.length = length;
  }

  /** Its content after these changes. */
  content(changes: readonly Change[]): Buffer {
    const begin = this.#begin();
    if (changes.length === 0) return begin;
    let length = begin.length;
    const ends = changes.map(change => ('bytes' in change ? change.at + change.bytes.length : change.length));
    const content = Buffer.alloc(Math.max(length, ...ends));
    begin.copy(content);
    for (const change of changes) {
      if ('bytes' in change) {
        change.bytes.copy(content, change.at);
        length = Math.max(length, change.at + change.bytes.length);
      } else {
        content.fill(0, Math.min(length, change.length));
        length = change.length;
      }
    }
    return content.subarray(0, length);
  }
}

export class Folder {
  readonly syncs: Span[] = [];
  readonly path: string;
  /** The entries at the beginning, and now. */
  readonly begin = new Map<string, Node>();
  readonly now = new Map<string, Node>();

  constructor(path: string) {
    this.path = path;
  }
}

/** All names and files below a folder, with all their changes. */
export class Disk {
  readonly root = new Folder('');
  readonly names: NameChange[] = [];

  /** The current file or folder at a path, given as the names below the root. */
  find(path: readonly string[]): Node | undefined {
    let node: Node | undefined = this.root;
    for (const name of path) node = node instanceof Folder ? node.now.get(name) : undefined;
    return node;
  }

  /** Changes several entries at once. */
  change(span: Span, entries: NameChange['entries']): void {
    for (const { folder, name, node } of entries) {
      if (node) folder.now.set(name, node);
      else folder.now.delete(name);
    }
    this.names.push({ ...span, entries });
  }
}
