import { SERVER } from './store.ts';

// What is sent is text, whatever it looks like: to the store, to a browser, a header, a path, a terminal or a log, to
// what fetches and decodes pictures, and to the language that all of this is written in. One service is told all of it.
import './injection/texts.ts';
import './injection/queries.ts';
import './injection/imports.ts';

// These come to no store, or are the same to each: they are told on the embedded one.
if (!SERVER)
  for (const name of ['members', 'headers', 'paths', 'fetching', 'pictures', 'terminal'])
    await import(`./injection/${name}.ts`);
