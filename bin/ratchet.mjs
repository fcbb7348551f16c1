#!/usr/bin/env node
// Compares the size of the tree with the committed figures of ratchet.json: none may grow. `--lower` writes those that
// have shrunk. A figure is raised by hand, up to what docs/decisions/2026-11-27-the-ratchet.md says in a new row.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const FIGURES = `${root}bin/ratchet.json`;
const RECORD = 'docs/decisions/2026-11-27-the-ratchet.md';
/** Lines of a function from which it is long. */
const LONG = 60;

const read = file => readFileSync(join(root, file), 'utf8');
const filesIn = folder =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(root.length));
const linesOf = text => text.split('\n').length - 1;

function measure() {
  const sources = filesIn('src').filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const texts = new Map(sources.map(file => [file, read(file)]));
  const lengths = [...texts.values()].map(linesOf).sort((a, b) => a - b);
  const trees = [...texts].map(([file, text]) => [
    file,
    ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true),
  ]);
  const importers = importersOf(trees);
  const single = sources.filter(file => importers.get(file)?.size === 1).length;
  const long = trees.flatMap(([file, tree]) => longFunctions(file, tree));
  const homonyms = typesOfSeveralFiles(trees);
  const documents = [...filesIn('docs'), 'README.md', 'CHANGELOG.md', 'SECURITY.md'].filter(file =>
    file.endsWith('.md'),
  );
  const figures = {
    'lines of src': lengths.reduce((sum, length) => sum + length, 0),
    'files of src': sources.length,
    'files with one importer, percent': Math.round((1000 * single) / sources.length) / 10,
    'median lines of a file': lengths[Math.floor(lengths.length / 2)],
    'p90 lines of a file': lengths[Math.floor(lengths.length * 0.9)],
    'functions above 60 lines': long.length,
    'type names of several files': homonyms.length,
    'words of documents': documents.reduce(
      (sum, file) => sum + read(file).split(/\s+/).filter(Boolean).length,
      0,
    ),
  };
  return {
    figures,
    lists: { 'functions above 60 lines': long, 'type names of several files': homonyms },
  };
}

/** The files that import each file. */
function importersOf(trees) {
  const importers = new Map();
  for (const [file, tree] of trees) {
    const visit = node => {
      const named =
        node.moduleSpecifier ??
        (node.kind === ts.SyntaxKind.CallExpression && node.expression.kind === ts.SyntaxKind.ImportKeyword
          ? node.arguments[0]
          : undefined);
      if (named?.text?.startsWith('.')) {
        const imported = normalize(join(dirname(file), named.text));
        importers.set(imported, (importers.get(imported) ?? new Set()).add(file));
      }
      ts.forEachChild(node, visit);
    };
    visit(tree);
  }
  return importers;
}

/** The functions of a file that have too many lines, each as `file:line`. */
function longFunctions(file, tree) {
  const found = [];
  const lineAt = position => tree.getLineAndCharacterOfPosition(position).line + 1;
  const visit = node => {
    if (ts.isFunctionLike(node) && node.body) {
      const [from, to] = [lineAt(node.getStart()), lineAt(node.end)];
      if (to - from + 1 > LONG) found.push(`${file}:${from} (${to - from + 1})`);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** The types that several files declare under one name, each as `Name: file, file`. */
function typesOfSeveralFiles(trees) {
  const files = new Map();
  for (const [file, tree] of trees)
    for (const node of tree.statements)
      if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node))
        files.set(node.name.text, (files.get(node.name.text) ?? new Set()).add(file));
  return [...files]
    .filter(([, { size }]) => size > 1)
    .map(([name, set]) => `${name}: ${[...set].join(', ')}`);
}

/** The greatest figure of each measure that a record allows: the last row of its table. */
const allowed = () =>
  new Map(
    [...read(RECORD).matchAll(/^\| [\d-]{10} \| ([^|]+) \| ([\d,.]+) \|/gm)].map(([, name, figure]) => [
      name,
      Number(figure.replaceAll(',', '')),
    ]),
  );

const committed = JSON.parse(readFileSync(FIGURES, 'utf8'));
const { figures, lists } = measure();
const ceilings = allowed();
const problems = Object.entries(figures).flatMap(([name, figure]) => {
  const most = committed[name];
  if (most > (ceilings.get(name) ?? 0))
    return `${name}: ${most} in bin/ratchet.json, but ${RECORD} has no row for it.`;
  return figure > most ? `${name}: ${figure}, at most ${most}.` : [];
});
for (const problem of problems) console.error(problem);
for (const [name, list] of Object.entries(lists))
  if (figures[name] > committed[name]) console.error(list.join('\n'));
if (problems.length > 0) {
  console.error(`Make the change smaller, or raise the figure in bin/ratchet.json with a row in ${RECORD}.`);
  process.exit(1);
}
if (process.argv.includes('--lower')) writeFileSync(FIGURES, `${JSON.stringify(figures, undefined, 2)}\n`);
