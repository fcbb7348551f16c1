import { SERVER } from './store.ts';

// Every text is stored and shown as text, whatever it means to the store, a browser, a header, a path, a terminal, a
// log, the fetching and decoding of images, or JavaScript. One service receives all of it.
import './injection/texts.ts';
import './injection/queries.ts';
import './injection/imports.ts';

// These do not reach the store, or are equal on both: they run on the embedded one.
if (!SERVER)
  for (const name of ['members', 'headers', 'pages', 'paths', 'fetching', 'pictures', 'terminal'])
    await import(`./injection/${name}.ts`);
