import { shown } from './figures.ts';
import type { Point } from './measures/measure.ts';

const [WIDTH, LINE] = [980, 19];
const [LEFT, RIGHT, TOP, BOTTOM] = [90, 340, 50, 60];

interface Line {
  kind: string;
  points: Point[];
  colour: string;
}

/**
 * A chart of response time over the number of events, both logarithmic, with one line for each kind of request. Flat
 * lines are good.
 */
export function picture(points: readonly Point[]): string {
  const lines = linesOf(points);
  const height = TOP + BOTTOM + Math.max(360, lines.length * LINE);
  const x = scale(
    points.map(({ events }) => events),
    LEFT,
    WIDTH - RIGHT,
  );
  const y = scale(decades(points.map(({ milliseconds }) => milliseconds)), height - BOTTOM, TOP);
  const labels = spreadOut(
    lines.map(({ points }) => y(points.at(-1)!.milliseconds)),
    TOP,
    height - BOTTOM,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Answer time over the number of events">
<style>${STYLE}</style>
<rect class="ground" width="${WIDTH}" height="${height}"/>
<text class="title" x="${LEFT}" y="26">Answer time over the number of events</text>
${axes(points, x, y, height)}
${lines.map((line, index) => drawn(line, x, y, labels[index]!)).join('\n')}
</svg>
`;
}

const STYLE = `text{font:13px system-ui,sans-serif;fill:#222}.title{font-weight:600;font-size:15px}
.ground{fill:#fff}.grid{stroke:#ccc}polyline{fill:none;stroke-width:2}.lead{stroke-width:1;opacity:.5}
@media(prefers-color-scheme:dark){text{fill:#ddd}.ground{fill:#161616}.grid{stroke:#444}}`;

/** Lines in the order of their last points, the slowest first. */
function linesOf(points: readonly Point[]): Line[] {
  const kinds = Map.groupBy(points, ({ kind }) => kind);
  return [...kinds]
    .map(([kind, its], index) => ({
      kind,
      points: its.toSorted((a, b) => a.events - b.events),
      colour: `hsl(${Math.round((index * 137.5) % 360)} 65% ${index % 2 === 0 ? 45 : 58}%)`,
    }))
    .sort((a, b) => b.points.at(-1)!.milliseconds - a.points.at(-1)!.milliseconds);
}

type Scale = (value: number) => number;

function scale(values: readonly number[], from: number, to: number): Scale {
  const [least, most] = [Math.log10(Math.min(...values)), Math.log10(Math.max(...values))];
  return value => from + ((Math.log10(value) - least) / (most - least)) * (to - from);
}

/** The powers of ten around these values. */
function decades(values: readonly number[]): number[] {
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.ceil(Math.log10(Math.max(...values)));
  return Array.from({ length: last - first + 1 }, (_, step) => 10 ** (first + step));
}

function axes(points: readonly Point[], x: Scale, y: Scale, height: number): string {
  const right = WIDTH - RIGHT;
  const rows = decades(points.map(({ milliseconds }) => milliseconds)).map(
    value => `<line class="grid" x1="${LEFT}" x2="${right}" y1="${at(y(value))}" y2="${at(y(value))}"/>
<text x="${LEFT - 8}" y="${at(y(value) + 4)}" text-anchor="end">${shown(value)} ms</text>`,
  );
  const columns = [...new Set(points.map(({ events }) => events))].map(
    value => `<line class="grid" x1="${at(x(value))}" x2="${at(x(value))}" y1="${TOP}" y2="${height - BOTTOM}"/>
<text x="${at(x(value))}" y="${height - BOTTOM + 22}" text-anchor="middle">${value.toLocaleString('en')}</text>`,
  );
  const name = `<text x="${(LEFT + right) / 2}" y="${height - BOTTOM + 44}" text-anchor="middle">events in the calendar</text>`;
  return [...rows, ...columns, name].join('\n');
}

function drawn({ kind, points, colour }: Line, x: Scale, y: Scale, label: number): string {
  const corners = points
    .map(({ events, milliseconds }) => `${at(x(events))},${at(y(milliseconds))}`)
    .join(' ');
  const last = points.at(-1)!;
  const [end, text] = [x(last.events), x(last.events) + 24];
  return `<polyline points="${corners}" stroke="${colour}"/>
<line class="lead" x1="${at(end + 3)}" y1="${at(y(last.milliseconds))}" x2="${at(text - 4)}" y2="${at(label)}" stroke="${colour}"/>
<rect x="${at(text)}" y="${at(label - 4)}" width="9" height="9" fill="${colour}"/>
<text x="${at(text + 15)}" y="${at(label + 5)}">${kind}: ${shown(last.milliseconds)} ms</text>`;
}

const at = (position: number): string => String(Math.round(position * 10) / 10);

/** Positions close to the wanted ones, from the top, with one line of room for each label. */
function spreadOut(wanted: readonly number[], top: number, bottom: number): number[] {
  const placed: number[] = [];
  for (const position of wanted) placed.push(Math.max(position, (placed.at(-1) ?? top - LINE) + LINE));
  for (let index = placed.length - 1, limit = bottom; index >= 0; index--, limit -= LINE)
    placed[index] = Math.min(placed[index]!, limit);
  return placed;
}
