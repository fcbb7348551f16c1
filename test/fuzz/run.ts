import { checker } from './checks.ts';
import { crowd } from './crowd.ts';
import { curlLine, type Request, shrink } from './request.ts';
import { type OpenStore, openStage } from './stage.ts';
import { twins } from './twins.ts';

/** How much is tried, and which of it. */
export interface Plan {
  seed: number;
  count: number;
  /** This chapter alone, as the seed tells it. */
  chapter?: number | undefined;
}

export interface Report {
  requests: number;
  /** What is wrong, with the simplest request that shows it. */
  findings: string[];
  /** How often each operation gave each status. */
  seen: Map<string, number>;
  /** Milliseconds of the answer that took longest. */
  slowest: number;
}

/** Something that is wrong, and what shows it when it is sent again. */
export interface Finding {
  problem: string;
  request: Request;
  again(request: Request): Promise<string | undefined>;
}

/** What a chapter is made of. */
export interface Chapter {
  seed: number;
  count: number;
}

/** What all chapters report to. */
export interface Log {
  answered(milliseconds: number): void;
  found(finding: Finding): Promise<void>;
}

/** Requests of a chapter: each begins with a calendar of its own, so that it can be told again without the others. */
const CHAPTER = 250;

/** Who asks, chapter after chapter, from where the seed says: everybody at once, or one reader of two calendars that look the same to that reader. */
const CHAPTERS = ['everybody', 'anybody', 'everybody', 'contributor', 'everybody', 'author'] as const;

/** Sends generated requests to services on stores of their own. Nothing of it depends on anything but the plan. */
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

/** After so many it is not worth going on. */
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
