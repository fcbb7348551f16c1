// Loaded later than the file that needs it. A bundle keeps the names of a CommonJS library only so.
export { Agent, buildConnector, fetch, request } from 'undici';
