#!/usr/bin/env node
// Starts a release of Almanac. This file runs on any Node that knows modules, so that an old one is told.
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const needed = Number(/\d+/.exec(engines.node)[0]);
if (Number(process.versions.node.split('.')[0]) >= needed) import('./start.mjs');
else {
  console.error(
    `Almanac needs Node ${needed} or newer, and this is Node ${process.versions.node}: install a newer one from https://nodejs.org, or take the Debian package of Almanac, which brings its own.`,
  );
  process.exitCode = 1;
}
