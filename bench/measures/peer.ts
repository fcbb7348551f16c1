import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fold } from '../../src/lib/text/search-terms.ts';
import { Connection, get } from '../connection.ts';
import { type Cost, cpuShown, measured } from '../cost.ts';
import type { DataSet } from '../data.ts';
import { median, shown, spread } from '../figures.ts';
import { FUTURE_DAYS, PAST_DAYS } from '../generate.ts';
import { EVENTS, pathOf, type Query } from '../kinds.ts';
import { load } from '../load.ts';
import { directusVersion, installDirectus, startDirectus } from '../peers/directus.ts';
import { type Filter, itemPath, listPath } from '../peers/directus-requests.ts';
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

/** The same question to Almanac and to Directus, as paths. */
interface Question {
  almanac: string;
  directus: string;
}

type Ask = (draw: Random, set: DataSet) => Question;

/** Almanac and Directus on the same events, asked for the same in turn. */
export const peer: Measure = {
  name: 'peer',
  async run(run) {
    installDirectus(run.tell);
    for (const set of run.sets) {
      await using directus = await startDirectus(set);
      await using almanac = await startService(set);
      for (const [name, ask] of Object.entries(questions(set)))
        await compare(run, set, name, ask, { almanac, directus });
    }
  },
};

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
  const category = (draw: Random): [Query, Filter] => {
    const id = pick(draw, categories);
    return [{ categories: id }, { categories: { categories_id: { _in: below(id) } } }];
  };
  const tag = (draw: Random): [Query, Filter] => {
    const id = tagId(between(draw, 0, 40));
    return [{ tags: id }, { tags: { tags_id: { _eq: id } } }];
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
      return [{ venue: id }, { venues: { venues_id: { _eq: id } } }];
    }),
    'of an organizer': list(draw => {
      const id = organizerId(between(draw, 0, 60));
      return [{ organizer: id }, { organizers: { organizers_id: { _eq: id } } }];
    }),
    featured: list(() => [{ featured: 'true' }, { featured: { _eq: true } }]),
    search: list(draw => [{}, {}, pick(draw, words)]),
    'single event': draw => {
      const id = pick(draw, ids);
      return { almanac: `${EVENTS}/${id}`, directus: itemPath(id) };
    },
  };
}

/** A list of ten in a window, with what else is asked of both, and a word to search for. */
const list =
  (more: (draw: Random) => [Query, Filter, string?]): Ask =>
  (draw, { calendar }) => {
    const start = calendar.anchor - between(draw, -FUTURE_DAYS / 2, PAST_DAYS) * DAY + between(draw, 0, DAY);
    const end = start + between(draw, 30, 700) * DAY;
    const [query, filter, search] = more(draw);
    const searched: Query = search === undefined ? {} : { search };
    return {
      almanac: pathOf({ start_date: start, end_date: end, strict_dates: 1, ...query, ...searched }),
      directus: listPath({ ...filter, start_at: { _gte: start }, end_at: { _lte: end } }, search),
    };
  };

/** Word forms of each language. */
const FORMS = 20_000;

/** Words that no accent hides from Directus: Almanac searches without accents. */
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

type Two = Record<keyof Question, Running>;

async function compare(run: Run, set: DataSet, name: string, ask: Ask, both: Two): Promise<void> {
  await checkSame(set, name, ask, both);
  const { rounds, seconds } = run.rounds;
  const pairs: Record<keyof Question, Cost>[] = [];
  const next = (who: keyof Question, draw: Random) => () => get(ask(draw, set)[who]);
  for (const who of ['almanac', 'directus'] as const)
    await load(both[who].port, next(who, random(21)), { seconds });
  for (let round = 0; round < rounds; round++) {
    const one = async (who: keyof Question) =>
      await measured(both[who], next(who, random(22, round)), { seconds });
    pairs.push({ almanac: await one('almanac'), directus: await one('directus') });
  }
  const told = (who: keyof Question) => {
    const middle = (figure: (cost: Cost) => number) => median(pairs.map(pair => figure(pair[who])));
    const cpu = cpuShown({ cpu: middle(cost => cost.cpu), storeCpu: 0 });
    return `${shown(middle(({ rate }) => rate))} answers/s, ${cpu}`;
  };
  run.report({
    ...{ measure: `peer: ${name}`, events: size(set), unit: '', goal: undefined },
    value: spread(pairs.map(({ almanac, directus }) => almanac.rate / directus.rate)),
    context: `Almanac: ${told('almanac')}; ${directusVersion}: ${told('directus')}; the same events in ${COMPARED} of ${COMPARED} answers`,
  });
}

/** @throws if the two do not find the same events, in the same order, and the same number of them */
async function checkSame(set: DataSet, name: string, ask: Ask, both: Two): Promise<void> {
  const draw = random(23);
  for (let i = 0; i < COMPARED; i++) {
    const question = ask(draw, set);
    const [ours, theirs] = [
      await answer(both.almanac, question.almanac),
      await answer(both.directus, question.directus),
    ];
    const [found, others] = [ofAlmanac(ours), ofDirectus(theirs)];
    if (found !== others)
      throw new Error(`${name}: ${question.almanac} found ${found}, ${question.directus} ${others}`);
  }
}

async function answer({ port }: Running, path: string): Promise<unknown> {
  const connection = await Connection.open(port);
  const { body } = await connection.ask(get(path), true).finally(() => connection.close());
  return JSON.parse(body);
}

interface Item {
  id: number;
}

function ofAlmanac(body: unknown): string {
  const { events, total, id } = body as { events?: Item[]; total?: number } & Item;
  return events ? `${events.map(one => one.id)} of ${total}` : String(id);
}

function ofDirectus(body: unknown): string {
  const { data, meta } = body as { data: Item | Item[]; meta?: { filter_count: number } };
  return Array.isArray(data) ? `${data.map(one => one.id)} of ${meta?.filter_count}` : String(data.id);
}
