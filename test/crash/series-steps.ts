import { between, pick } from '../../bench/random.ts';
import { fieldsOf, type Key, type Known } from './model.ts';
import { type KnownSeries, NOTHING_OWN, nameOf, ownFieldsOf, timesOf, weeksOf } from './series.ts';
import { type Choice, choose, chooseLinks, keysOf, newFields, type Planning, type Step } from './steps.ts';

/** The most weeks of a series. */
const MOST = 7;

const chooseHour = ({ random }: Planning): number => between(random, 8, 15);

/** A series, and what a request changes in it. */
interface Chosen {
  key: Key;
  known: Known;
  series: KnownSeries;
}

function chooseSeries(
  planning: Planning,
  suits: (series: KnownSeries) => boolean = () => true,
  trashed = false,
): Chosen | undefined {
  const key = choose(planning, 's', known => known.trashed === trashed && suits(known.series!));
  if (key === undefined) return undefined;
  const known = planning.world[key]!;
  return { key, known, series: known.series! };
}

/** An occurrence whose id is known. */
function chooseWeek(
  planning: Planning,
  { series }: Chosen,
  suits: (own: KnownSeries['own'][number], week: number) => boolean,
) {
  const weeks = weeksOf(series).filter(
    week =>
      planning.idOf(nameOf(series.family, week)) !== undefined &&
      suits(series.own[week] ?? NOTHING_OWN, week),
  );
  return weeks.length === 0 ? undefined : pick(planning.random, weeks);
}

const recurrenceOf = (count: number) => ({ recurrence: `RRULE:FREQ=WEEKLY;COUNT=${count}` });

const create: Choice = planning => {
  const { world, random, fresh, most } = planning;
  if (keysOf(world, 's').length >= most('s')) return undefined;
  const key = fresh('s');
  const { links, sent, made } = chooseLinks(planning);
  const [count, hour] = [between(random, 2, MOST), chooseHour(planning)];
  const series = { family: key, from: 0, until: count, hour, isSplit: false, own: {} };
  const json = { ...newFields(key), ...timesOf(0, hour), ...recurrenceOf(count), ...sent };
  return {
    ...{ line: 'POST /events', sending: { json }, status: 201, learns: key },
    after: { ...world, ...made, [key]: { turn: 1, trashed: false, links, picture: '', series } },
  };
};

/** A step that changes a series by an address. */
function change(
  { world }: Planning,
  { key, known, series }: Chosen,
  [line, json]: readonly [line: string, json?: object],
  { series: own, ...others }: { series?: Partial<KnownSeries> } & Partial<Omit<Known, 'series'>>,
): Step {
  return {
    ...{ line, sending: json ? { json } : {}, status: 200, learns: key },
    after: { ...world, [key]: { ...known, ...others, series: { ...series, ...own } } },
  };
}

/** Texts, links and time of all occurrences. */
const update: Choice = planning => {
  const chosen = chooseSeries(planning);
  if (!chosen) return undefined;
  const { key, known, series } = chosen;
  const turn = known.turn + 1;
  const { links, sent, made } = chooseLinks(planning);
  const hour = chooseHour(planning);
  const json = { ...fieldsOf(key, turn), ...timesOf(series.from, hour), ...sent };
  const step = change(planning, chosen, [lineOf(planning, key), json], { turn, links, series: { hour } });
  return { ...step, after: { ...step.after, ...made } };
};

/** A dry run changes nothing. */
const rehearse: Choice = planning => {
  const chosen = chooseSeries(planning);
  const json = { title: 'Rehearsed', ...recurrenceOf(MOST) };
  return chosen && change(planning, chosen, [`${lineOf(planning, chosen.key)}?dry_run=true`, json], {});
};

/** Occurrences vanish, or come back as they were. */
const recount: Choice = planning => {
  const chosen = chooseSeries(planning, ({ isSplit }) => !isSplit);
  const until = between(planning.random, 1, MOST);
  return (
    chosen &&
    change(planning, chosen, [lineOf(planning, chosen.key), recurrenceOf(until)], { series: { until } })
  );
};

const remove: Choice = planning => {
  const chosen = chooseSeries(planning);
  const line = chosen && `DELETE /events/${planning.idOf(chosen.key)}`;
  return chosen && change(planning, chosen, [line!], { trashed: true });
};

const restore: Choice = planning => {
  const chosen = chooseSeries(planning, () => true, true);
  const json = { status: 'publish' };
  return chosen && change(planning, chosen, [lineOf(planning, chosen.key), json], { trashed: false });
};

const lineOf = ({ idOf }: Planning, key: Key): string => `PATCH /events/${idOf(key)}`;

/** A step about one occurrence, or those that follow it. */
const ofOccurrence =
  (
    suits: (own: KnownSeries['own'][number], week: number, series: KnownSeries) => boolean,
    make: (planning: Planning, chosen: Chosen, at: { week: number; id: number | undefined }) => Step,
  ): Choice =>
  planning => {
    const chosen = chooseSeries(planning);
    const week = chosen && chooseWeek(planning, chosen, (own, week) => suits(own, week, chosen.series));
    if (!chosen || week === undefined) return undefined;
    return make(planning, chosen, { week, id: planning.idOf(nameOf(chosen.series.family, week)) });
  };

const withOwn = ({ own }: KnownSeries, week: number, set: Partial<typeof NOTHING_OWN>) => ({
  series: { own: { ...own, [week]: { ...(own[week] ?? NOTHING_OWN), ...set } } },
});

const updateOne = ofOccurrence(
  ({ trashed }) => !trashed,
  (planning, chosen, { week, id }) => {
    const { family, own } = chosen.series;
    const turn = (own[week]?.turn ?? 0) + 1;
    const request = [`PATCH /events/${id}`, ownFieldsOf(family, week, turn)] as const;
    return change(planning, chosen, request, withOwn(chosen.series, week, { turn }));
  },
);

const removeOne = ofOccurrence(
  ({ trashed }) => !trashed,
  (planning, chosen, { week, id }) =>
    change(planning, chosen, [`DELETE /events/${id}`], withOwn(chosen.series, week, { trashed: true })),
);

const restoreOne = ofOccurrence(
  ({ trashed }) => trashed,
  (planning, chosen, { week, id }) => {
    const request = [`PATCH /events/${id}`, { status: 'publish' }] as const;
    return change(planning, chosen, request, withOwn(chosen.series, week, { trashed: false }));
  },
);

/** The series ends before an occurrence. */
const cut = ofOccurrence(
  ({ trashed }, week, { from }) => week > from && !trashed,
  (planning, chosen, { week, id }) =>
    change(planning, chosen, [`DELETE /events/${id}?scope=following`], { series: { until: week } }),
);

/** From an occurrence on, the series becomes another one. */
const split = ofOccurrence(
  ({ turn, trashed }, week, { from }) => week > from && turn === 0 && !trashed,
  (planning, chosen, { week, id }) => {
    const { known, series } = chosen;
    const key = planning.fresh('s');
    const hour = chooseHour(planning);
    const json = { ...fieldsOf(key, 1), ...timesOf(week, hour) };
    const request = [`PATCH /events/${id}?scope=following`, json] as const;
    const step = change(planning, chosen, request, { series: { until: week, isSplit: true } });
    const later = { ...series, from: week, hour, isSplit: true };
    return { ...step, learns: key, after: { ...step.after, [key]: { ...known, turn: 1, series: later } } };
  },
);

/** Steps about series; each kind is as frequent as its entries here. */
export const SERIES_CHOICES: readonly Choice[] = [
  ...[create, create, update, update, recount, recount, remove, restore, restore, rehearse],
  ...[updateOne, updateOne, updateOne, removeOne, restoreOne, restoreOne, cut, split],
];
