import {
  type Document,
  deviations,
  type Operation,
  operationAt,
  type Validator,
  validators,
} from '../document.ts';
import { problemOf } from '../malformed/wire.ts';
import { isFile, isPage, pageProblem } from './page-checks.ts';
import { bodyOf, type Request } from './request.ts';
import { mayWrite } from './rights.ts';
import type { Answer } from './wire.ts';

/** Finds what is wrong with a single response; undefined if nothing is. */
export type Check = (request: Request, answer: Answer) => string | undefined;

/** @param seen records the statuses of each operation */
export function checker(documents: readonly Document[], seen: Map<string, number>): Check {
  const checks = new Map(documents.map(document => [document, validators(document)]));
  const seenAs = (name: string): undefined => void seen.set(name, (seen.get(name) ?? 0) + 1);
  return (request, answer) => {
    const { status, headers, text, took } = answer;
    if (isPage(answer))
      return pageProblem(request, answer) ?? seenAs(`page ${status}`) ?? headersProblem(request, answer);
    const effective = effectiveOf(request);
    const type = headers['content-type'] ?? '';
    const hasNoBody = effective.method === 'HEAD' || status === 304 || request.method === 'HEAD';
    const wrong = hasNoBody
      ? withoutBody(answer)
      : isFile(answer) || problemOf({ status, type, text, took }, Infinity);
    if (typeof wrong === 'string') return wrong;
    const about = headersProblem(request, answer);
    if (about) return about;
    const documented = operationAt(
      documents,
      effective.method === 'HEAD' ? 'GET' : effective.method,
      effective.path,
    );
    if (!documented) return unknownProblem(request, effective, answer);
    const { operation, document } = documented;
    seenAs(`${operation.operationId} ${status}`);
    if (hasNoBody || status === 304) return undocumented(operation, status);
    return bodyProblem(document, operation, request, answer, checks.get(document)!);
  };
}

interface EffectiveRequest {
  method: string;
  path: string;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The effective method and form of a request, wherever it states them. */
function effectiveOf({ method, path, query, headers }: Request): EffectiveRequest {
  const parameters = new URLSearchParams(query.join('&'));
  const override = headers.find(([name]) => /^x-http-method-override$/i.test(name))?.[1];
  const wanted = (parameters.get('_method') ?? override ?? '').toUpperCase();
  const route = /^\/(index\.php)?$/.test(path) ? parameters.get('rest_route') : null;
  return {
    method: method === 'POST' && METHODS.includes(wanted) ? wanted : method,
    path: route === null || route.includes('?') ? path : route,
  };
}

function withoutBody({ status, text }: Answer): string | undefined {
  if (status === 0) return `no answer: ${text}`;
  if (status >= 500) return `${status}`;
  return text === '' ? undefined : `${status} with a body: ${text.slice(0, 100)}`;
}

function undocumented(operation: Operation, status: number): string | undefined {
  if (status === 304 || operation.responses[status]) return undefined;
  return `${operation.operationId}: ${status} is not documented`;
}

/** Only routes that the document cannot describe may succeed undocumented. */
function unknownProblem(
  { query }: Request,
  { method, path }: EffectiveRequest,
  answer: Answer,
): string | undefined {
  const { status, text } = answer;
  const elsewhere =
    /^$|^\/+(healthz|images\/|images$|feed|$|\?|(ca\/|en\/|es\/|fr\/)?wp-json\/?$|\.well-known\/)/i;
  // An envelope is always a success, whatever it contains.
  if (query.some(pair => pair.startsWith('_envelope'))) return undefined;
  if (status >= 300 || method === 'OPTIONS' || isFile(answer) || elsewhere.test(path)) return undefined;
  return `${status} to ${method} ${path}, which no document tells of: ${text.slice(0, 100)}`;
}

function headersProblem({ who, path }: Request, { status, headers, text }: Answer): string | undefined {
  if (Object.keys(headers).some(name => /injected|set-cookie|x-powered-by|^server$/.test(name)))
    return `a header that should not be there: ${JSON.stringify(headers)}`;
  const control = headers['cache-control'] ?? '';
  const isForAll = /^\/(images|assets|site)\/|^\/(healthz|embed\.js|favicon\.ico)$/.test(path);
  if (who !== 'anybody' && status < 400 && !isForAll && !control.includes('no-store'))
    return `to ${who}, for caches: ${control}`;
  // Empty if the reader may do nothing there.
  // A page takes the password of its event.
  const isOfPage =
    headers['content-type']?.startsWith('text/html') || (status === 304 && !/\/(cal|wp-json)\//i.test(path));
  const safe = isOfPage ? [...SAFE, 'POST'] : SAFE;
  const methods = (headers.allow ?? '').split(', ').filter(method => method !== '');
  if (!mayWrite(who) && methods.some(method => !safe.includes(method)))
    return `allows ${headers.allow} to ${who}`;
  const total = /"total":(\d+),"total_pages":(\d+)/.exec(text);
  const totals = [headers['x-tec-total'], headers['x-tec-totalpages']];
  if (total && totals[0] !== undefined && (total[1] !== totals[0] || total[2] !== totals[1]))
    return `totals of ${totals} in the headers of ${total[0]}`;
  return undefined;
}

const SAFE = ['GET', 'HEAD', 'OPTIONS'];

function bodyProblem(
  document: Document,
  operation: Operation,
  request: Request,
  answer: Answer,
  validate: Validator,
): string | undefined {
  if (answer.text === '') return `${operation.operationId}: ${answer.status} without a body`;
  const called = /^\/\*\*\/[\w$.]+\((.*)\)$/s.exec(answer.text);
  const outer: unknown = JSON.parse(called?.[1] ?? answer.text);
  const { status, body } = unwrapped(answer.status, outer);
  const said = `${request.query.join('&')} ${bodyOf(request)?.toString('latin1')}`;
  if (status < 400 && /_fields|%5ffields/i.test(said)) return undocumented(operation, status);
  const names = new Set(Object.keys(answer.headers));
  const headers = { has: (name: string) => names.has(name.toLowerCase()) };
  const problems = deviations(document, operation, { status, headers, body: body as object }, validate);
  return problems.length > 0
    ? `${operation.operationId} ${status}: ${problems.slice(0, 3).join('; ')}`
    : undefined;
}

/** The content of an envelope; any other body unchanged. */
function unwrapped(status: number, body: unknown): { status: number; body: unknown } {
  if (typeof body !== 'object' || body === null) return { status, body };
  const { body: inner, status: within, headers } = body as Record<string, unknown>;
  return typeof within === 'number' && typeof headers === 'object'
    ? { status: within, body: inner }
    : { status, body };
}
