// What is sent is text, whatever it looks like: to the store, to a browser, a header, a path, a terminal or a log, to
// what fetches and decodes pictures, and to the language that all of this is written in. One service is told all of it.
import './injection/texts.ts';
import './injection/queries.ts';
import './injection/members.ts';
import './injection/headers.ts';
import './injection/paths.ts';
import './injection/fetching.ts';
import './injection/pictures.ts';
import './injection/terminal.ts';
import './injection/imports.ts';
