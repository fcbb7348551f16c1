import { checker } from './checks.ts';
import { crowd } from './crowd.ts';
import { curlLine, type Request, shrink } from './request.ts';
import { type OpenStore, openStage } from './stage.ts';
import { twins } from './twins.ts';

/** The extent of a run. */
export interface Plan {
  seed: number;
  count: number;
  /** Runs only this chapter of the seed. */
  chapter?: number | undefined;
}

export interface Report {
  requests: number;
  /** Problems, each with the simplest request that shows it. */
  findings: string[];
  /** How often each operation answered with each status. */
  seen: Map<string, number>;
  /** Milliseconds of the slowest response. */
  slowest: number;
}

/** A problem, and the request that reproduces it. */
export interface Finding {
  problem: string;
  request: Request;
  again(request: Request): Promise<string | undefined>;
}

/** The input of a chapter. */
export interface Chapter {
  seed: number;
  count: number;
}

/** Where chapters report. */
export interface Log {
  answered(milliseconds: number): void;
  found(finding: Finding): Promise<void>;
}

/** Requests of a chapter. Each chapter has a calendar of its own, so that it can be repeated alone. */
const CHAPTER = 250;

/**
 * The readers of each chapter, starting where the seed says: everybody concurrently, or one reader of twin calendars
 * that look the same to that reader.
 */
const CHAPTERS = ['everybody', 'anybody', 'everybody', 'contributor', 'everybody', 'author'] as const;

/** Sends generated requests to services on stores of their own. Everything follows from the plan. */
export async function fuzz(
  plan: Plan,
  open?: OpenStore,
  tell: (line: string) => void = () => {},
): Promise<Report> {
  await using first = await openStage(open);
  await using second = await openStage(open);
  const report: Report = { requests: 0, findings: [], seen: new Map(), slowest: 0 };
  const check = checker(first.documents, report.seen);
  for (const { number, seed, count } of chaptersOf(plan)) {
    if (report.findings.length >= MOST_FINDINGS) break;
    const log = logTo(report, line => tell(`chapter ${number}: ${line}`), first.service.site);
    const who = CHAPTERS[(plan.seed + number) % CHAPTERS.length]!;
    if (who === 'everybody') await crowd(first, { seed, count }, check, log);
    else await twins([first, second], { seed, count, reader: who }, check, log);
  }
  for (const name in {}) report.findings.push(`every object has a member ${name}`);
  return report;
}

/** A run stops after this many problems. */
const MOST_FINDINGS = 20;

function chaptersOf({ seed, count, chapter }: Plan): (Chapter & { number: number })[] {
  const all = Array.from({ length: Math.ceil(count / CHAPTER) }, (_, number) => ({
    number,
    seed: seed * 100_003 + number,
    count: Math.min(CHAPTER, count - number * CHAPTER),
  }));
  return chapter === undefined ? all : all.filter(({ number }) => number === chapter);
}

function logTo(report: Report, tell: (line: string) => void, site: string): Log {
  return {
    answered(milliseconds) {
      report.requests++;
      report.slowest = Math.max(report.slowest, milliseconds);
    },
    async found({ problem, request, again }) {
      if (report.findings.length >= MOST_FINDINGS) return;
      const simplest = (await shrink(request, again)) ?? { problem: `${problem} (once)`, request };
      const line = `${simplest.problem}\n  ${curlLine(simplest.request, site)}`;
      report.findings.push(line);
      tell(line);
    },
  };
}
