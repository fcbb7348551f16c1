/** What is used of `node:http`: to import it loads the runtime's client with it, which takes 27 ms of each start. */
export const { createServer, maxHeaderSize, STATUS_CODES } = process.getBuiltinModule('node:http');
