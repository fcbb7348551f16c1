import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fold } from '../../src/lib/text/search-terms.ts';
import type { PeerName } from '../arguments.ts';
import { Connection, get } from '../connection.ts';
import { type Cost, cpuShown, measured } from '../cost.ts';
import type { DataSet } from '../data.ts';
import { median, shown, spread } from '../figures.ts';
import { FUTURE_DAYS, PAST_DAYS } from '../generate.ts';
import { EVENTS, pathOf, type Query } from '../kinds.ts';
import { load } from '../load.ts';
import { directus } from '../peers/directus.ts';
import type { Asked, Peer } from '../peers/peer.ts';
import { platformatic } from '../peers/platformatic.ts';
import { organizerId, venueId } from '../places.ts';
import { type Running, startService } from '../processes.ts';
import { between, pick, type Random, random } from '../random.ts';
import { makeTerms, tagId } from '../terms.ts';
import { wordOf } from '../texts.ts';
import { type LanguageName, languages } from '../words.ts';
import { type Measure, type Run, size } from './measure.ts';

const DAY = 86_400;
/** Answers of each kind that are compared before the measure. */
const COMPARED = 10;

/** A question to Almanac, as a path, and the same to the peer. */
interface Question {
  almanac: string;
  peer: Asked;
}

type Ask = (draw: Random, set: DataSet) => Question;

const peers: Readonly<Record<PeerName, Peer>> = { directus, platformatic };

/** Almanac and another program on the same events, asked for the same in turn. */
export const comparedWith = (name: PeerName): Measure => ({
  name: 'peer',
  async run(run) {
    const other = peers[name];
    other.install(run.tell);
    for (const set of run.sets) {
      await using peer = await other.start(set);
      await using almanac = await startService(set);
      for (const [name, ask] of Object.entries(questions(set))) {
        if (other.pathOf(ask(random(23), set).peer) === undefined)
          run.tell(`peer: ${name}: ${other.title} has no such filter`);
        else await compare(run, set, name, ask, { other, almanac, peer });
      }
    }
  },
});

/** What both are asked. Windows, values and events are drawn anew for each request. */
function questions(set: DataSet): Record<string, Ask> {
  const ids = publicIds(set);
  const words = plainWords();
  const terms = makeTerms();
  const below = (id: number): number[] => [
    id,
    ...terms.filter(({ parent }) => parent === id).flatMap(term => below(term.id)),
  ];
  const categories = terms.filter(({ taxonomy }) => taxonomy === 'category').map(({ id }) => id);
  const category = (draw: Random): [Query, More] => {
    const id = pick(draw, categories);
    return [{ categories: id }, { categories: below(id) }];
  };
  const tag = (draw: Random): [Query, More] => {
    const id = tagId(between(draw, 0, 40));
    return [{ tags: id }, { tags: [id] }];
  };
  return {
    'list in a window': list(() => [{}, {}]),
    'in a category': list(category),
    'with a tag': list(tag),
    'in a category and with a tag': list(draw => {
      const [[one, first], [other, second]] = [category(draw), tag(draw)];
      return [
        { ...one, ...other },
        { ...first, ...second },
      ];
    }),
    'at a venue': list(draw => {
      const id = venueId(between(draw, 0, 60));
      return [{ venue: id }, { venues: [id] }];
    }),
    'of an organizer': list(draw => {
      const id = organizerId(between(draw, 0, 60));
      return [{ organizer: id }, { organizers: [id] }];
    }),
    featured: list(() => [{ featured: 'true' }, { featured: true }]),
    search: list(draw => {
      const search = pick(draw, words);
      return [{ search }, { search }];
    }),
    'single event': draw => {
      const id = pick(draw, ids);
      return { almanac: `${EVENTS}/${id}`, peer: { id } };
    },
  };
}

/** What a list is asked for beside its window. */
type More = Omit<Exclude<Asked, { id: number }>, 'from' | 'to'>;

/** A list of ten in a window, with what else is asked of both. */
const list =
  (more: (draw: Random) => [Query, More]): Ask =>
  (draw, { calendar }) => {
    const from = calendar.anchor - between(draw, -FUTURE_DAYS / 2, PAST_DAYS) * DAY + between(draw, 0, DAY);
    const to = from + between(draw, 30, 700) * DAY;
    const [query, asked] = more(draw);
    return {
      almanac: pathOf({ start_date: from, end_date: to, strict_dates: 1, ...query }),
      peer: { from, to, ...asked },
    };
  };

/** Word forms of each language. */
const FORMS = 20_000;

/** Words that no accent hides from a peer: Almanac searches without accents. */
function plainWords(): string[] {
  const all = Object.keys(languages).flatMap(name =>
    Array.from({ length: FORMS }, (_, rank) => wordOf(name as LanguageName, rank)),
  );
  const accented = all
    .filter(word => fold(word) !== word)
    .map(fold)
    .join(' ');
  return Array.from({ length: 400 }, (_, rank) => wordOf('ca', 50 + rank)).filter(
    word => /^[a-z]{4,}$/.test(word) && !accented.includes(word),
  );
}

/** Events whose own address shows them to everybody. */
function publicIds({ folder }: DataSet): number[] {
  using database = new DatabaseSync(join(folder, 'almanac.sqlite'), { readOnly: true });
  const query = `select id from events
    where status = 'publish' and hide_from_listings = 0 and password_hash is null`;
  return database
    .prepare(query)
    .all()
    .map(({ id }) => Number(id));
}

interface Two {
  readonly other: Peer;
  readonly almanac: Running;
  readonly peer: Running;
}

async function compare(run: Run, set: DataSet, name: string, ask: Ask, both: Two): Promise<void> {
  await checkSame(set, name, ask, both);
  const { rounds, seconds } = run.rounds;
  const { other } = both;
  const pathFor = { almanac: (asked: Question) => asked.almanac, peer: pathAt(other) };
  const pairs: Record<keyof Question, Cost>[] = [];
  const next = (who: keyof Question, draw: Random) => () => get(pathFor[who](ask(draw, set)));
  for (const who of ['almanac', 'peer'] as const)
    await load(both[who].port, next(who, random(21)), { seconds });
  for (let round = 0; round < rounds; round++) {
    const one = async (who: keyof Question) =>
      await measured(both[who], next(who, random(22, round)), { seconds });
    pairs.push({ almanac: await one('almanac'), peer: await one('peer') });
  }
  const told = (who: keyof Question) => {
    const middle = (figure: (cost: Cost) => number) => median(pairs.map(pair => figure(pair[who])));
    const cpu = cpuShown({ cpu: middle(cost => cost.cpu), storeCpu: 0 });
    return `${shown(middle(({ rate }) => rate))} answers/s, ${cpu}`;
  };
  run.report({
    ...{ measure: `peer: ${name}`, events: size(set), unit: '', goal: undefined },
    value: spread(pairs.map(({ almanac, peer }) => almanac.rate / peer.rate)),
    context: `Almanac: ${told('almanac')}; ${other.title}: ${told('peer')}; the same events in ${COMPARED} of ${COMPARED} answers`,
  });
}

/** The path of a question that the peer understands. */
const pathAt =
  (other: Peer) =>
  ({ peer }: Question): string =>
    other.pathOf(peer)!;

/** @throws if the two do not find the same events, in the same order, and the same number of them */
async function checkSame(set: DataSet, name: string, ask: Ask, { other, almanac, peer }: Two): Promise<void> {
  const draw = random(23);
  for (let i = 0; i < COMPARED; i++) {
    const question = ask(draw, set);
    const path = pathAt(other)(question);
    const [found, others] = [
      ofAlmanac(await answer(almanac, question.almanac)),
      other.foundIn(await answer(peer, path)),
    ];
    if (found !== others) throw new Error(`${name}: ${question.almanac} found ${found}, ${path} ${others}`);
  }
}

async function answer({ port }: Running, path: string): Promise<unknown> {
  const connection = await Connection.open(port);
  const { body } = await connection.ask(get(path), true).finally(() => connection.close());
  return JSON.parse(body);
}

function ofAlmanac(body: unknown): string {
  const { events, total, id } = body as { events?: { id: number }[]; total?: number; id: number };
  return events ? `${events.map(one => one.id)} of ${total}` : String(id);
}
