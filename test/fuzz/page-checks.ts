import { pageProblems, structuredDataOf } from '../page-safety.ts';
import type { Request } from './request.ts';
import type { Answer } from './wire.ts';

/** Types of answers that are neither pages nor JSON, at the addresses of pages and of the files beside them. */
const FILES =
  /^(text\/(css|csv|calendar|javascript|plain)|application\/(xml|rss\+xml|atom\+xml|ld\+json|manifest\+json|x-ndjson)|image\/|font\/)/;

export const isPage = ({ headers }: Answer): boolean =>
  headers['content-type']?.startsWith('text/html') ?? false;
export const isFile = ({ headers }: Answer): boolean => FILES.test(headers['content-type'] ?? '');

const POLICY = /^default-src 'none'; script-src 'self'; style-src 'self'; /;

/** What is wrong with a page; undefined if nothing is. */
export function pageProblem(request: Request, { status, headers, text }: Answer): string | undefined {
  if (status === 0) return `no answer: ${text}`;
  if (status >= 500) return `${status} ${text.slice(0, 200)}`;
  const policy = headers['content-security-policy'] ?? '';
  if (!POLICY.test(policy) || /unsafe|\*|data:/.test(policy)) return `a page with the policy ${policy}`;
  if (headers['x-content-type-options'] !== 'nosniff') return 'a page without nosniff';
  if (headers['content-type'] !== 'text/html; charset=utf-8') return `a page as ${headers['content-type']}`;
  if (headers['x-robots-tag'] !== undefined) return `a page for robots: ${headers['x-robots-tag']}`;
  if (request.method === 'HEAD' || status === 304 || (status >= 300 && status < 400)) return undefined;
  const language = /^\/(ca|en|fr|es)(?=\/|$)/i.exec(request.path)?.[1]?.toLowerCase();
  const shown = /<html lang="(\w+)"/.exec(text)?.[1];
  if (language && shown !== language && status < 400) return `a page in ${shown} at /${language}`;
  const problems = pageProblems(text);
  if (problems.length > 0) return `${status} ${problems.join('; ')}`;
  try {
    structuredDataOf(text);
  } catch (error) {
    return `structured data: ${error}`;
  }
  return undefined;
}
