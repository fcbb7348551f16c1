// The baseline: a server that answers every request with one recorded response and its headers.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [file = '', port] = process.argv.slice(2);
const { status, head, body } = JSON.parse(readFileSync(file, 'utf8')) as Record<'head' | 'body', string> & {
  status: number;
};
const bytes = Buffer.from(body);
/** Headers that the server sends by itself. */
const OWN = /^(date|connection|keep-alive|content-length|transfer-encoding):/i;
const headers = head
  .split('\r\n')
  .slice(1)
  .filter(line => !OWN.test(line))
  .flatMap(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]);
if (status !== 304) headers.push('content-length', String(bytes.length));

createServer((_request, response) => {
  response.writeHead(status, headers);
  response.end(bytes);
}).listen(Number(port), '127.0.0.1');
