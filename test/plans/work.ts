import { CompiledQuery, type QueryResult } from 'kysely';
import { SERVER } from '../store.ts';
import type { Sizes } from './calendar.ts';

/** Executes a query. */
export type Run = <Row>(query: CompiledQuery<Row>) => Promise<QueryResult<Row>>;

const GROWING = ['events', 'event_terms', 'event_venues', 'event_organizers', 'venues', 'organizers'];

/** The index of the events that have a password. */
const OF_FEW = /^SCAN events USING (?:COVERING )?INDEX events_protected$/;

/** The growing tables that a query scans completely, according to its plan. */
export async function scanned(run: Run, query: CompiledQuery): Promise<string[]> {
  if (!SERVER) {
    const details = (await stepsOf(run, query)).map(({ detail }) => detail);
    const scans = details.map(detail => (OF_FEW.test(detail) ? '' : (/^SCAN (\w+)/.exec(detail)?.[1] ?? '')));
    return scans.filter(table => GROWING.includes(table));
  }
  const plan = await explain<{ 'QUERY PLAN': string }>(run, 'explain', query);
  const scans = plan.map(row => /Seq Scan on (\w+)/.exec(row['QUERY PLAN'])?.[1] ?? '');
  return scans.filter(table => GROWING.includes(table));
}

/** The indexes by which a query reads, according to its plan. */
export async function indexesOf(run: Run, query: CompiledQuery): Promise<string[]> {
  const lines = SERVER
    ? (await explain<{ 'QUERY PLAN': string }>(run, 'explain', query)).map(row => row['QUERY PLAN'])
    : (await stepsOf(run, query)).map(({ detail }) => detail);
  const index = SERVER
    ? /Index (?:Only )?Scan (?:Backward )?(?:using|on) (\w+)/
    : /USING (?:COVERING )?INDEX (\w+)/;
  return lines.flatMap(line => index.exec(line)?.[1] ?? []);
}

/** Steps in the plan of a query whose work grows faster than the calendar, in words. */
export const faultsOf = (run: Run, query: CompiledQuery, sizes: Sizes): Promise<string[]> =>
  SERVER ? workBeyond(run, query, sizes) : innerWalks(run, query);

async function explain<Row>(run: Run, how: string, query: CompiledQuery): Promise<Row[]> {
  const { rows } = await run<Row>(CompiledQuery.raw(`${how} ${query.sql}`, [...query.parameters]));
  return rows;
}

/** A step of a SQLite plan. Steps with one parent are nested loops. */
interface Step {
  id: number;
  parent: number;
  detail: string;
}

const stepsOf = (run: Run, query: CompiledQuery) => explain<Step>(run, 'explain query plan', query);

/** An inner loop may look up what belongs to the outer row: by id, or by a unique key. */
const BY_KEY =
  /\((?:rowid|id|event_id|venue_id|organizer_id|term_id|record_id|category_id)=\?|\(slug=\?|\((?:taxonomy|type)=\? AND (?:slug|source|record_id)=\?|\(parent=\?|AUTOMATIC/;
/** Values of one row, and lists sent as parameters. */
const SMALL = /VIRTUAL TABLE INDEX 1:|^SCAN CONSTANT ROW/;

/**
 * The steps that scan a table, or part of it, once for each row of another one. SQLite reports no row counts, so only
 * the plan shows it.
 */
async function innerWalks(run: Run, query: CompiledQuery): Promise<string[]> {
  const steps = await stepsOf(run, query);
  const byId = new Map(steps.map(step => [step.id, step]));
  const isLoop = ({ detail }: Step) => /^(?:SCAN|SEARCH) /.test(detail);
  const isInner = (step: Step): boolean => {
    const before = steps.slice(0, steps.indexOf(step));
    const above = byId.get(step.parent);
    if (before.some(other => other.parent === step.parent && isLoop(other))) return true;
    return above !== undefined && (/^CORRELATED/.test(above.detail) || (isNested(above) && isInner(above)));
  };
  // Other subqueries run once.
  const isNested = ({ detail }: Step) => /^(?:MULTI-INDEX OR|INDEX \d+|CORRELATED)/.test(detail);
  return steps
    .filter(step => isLoop(step) && isInner(step) && !BY_KEY.test(step.detail) && !SMALL.test(step.detail))
    .map(({ detail }) => detail);
}

interface PlanNode {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** How often a query may visit each row of the calendar: it is listed, counted, linked and sorted. */
const TIMES = 20;

/** Whether PostgreSQL visits more rows than a query of linear growth does. */
async function workBeyond(run: Run, query: CompiledQuery, sizes: Sizes): Promise<string[]> {
  if (!/^\s*(?:select|with)\b/i.test(query.sql)) return [];
  const how = 'explain (analyze, timing off, format json)';
  const [row] = await explain<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(run, how, query);
  const { Plan } = row!['QUERY PLAN'][0];
  const visited = visitedBy(Plan);
  const most = TIMES * (sizes.events + sizes.venues + sizes.organizers);
  return visited > most ? [`${visited} rows are visited: ${JSON.stringify(Plan)}`] : [];
}

function visitedBy(node: PlanNode): number {
  const rows =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  return (node.Plans ?? []).reduce((sum, below) => sum + visitedBy(below), rows * node['Actual Loops']);
}
