/** The needed parts of `node:http`: an import would also load the HTTP client, which takes 27 ms at start. */
export const { createServer, maxHeaderSize, STATUS_CODES } = process.getBuiltinModule('node:http');
