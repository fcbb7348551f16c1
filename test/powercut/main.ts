import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Store } from '../crash/engine.ts';
import { recordSubject, subjectOf } from './record.ts';
import { summary } from './report.ts';
import { whyNot } from './strace.ts';
import { type Control, controls, type Subject, tryImages, tryWithout } from './trial.ts';

// Records what the service writes, cuts the power at many points, and checks whether anything is lost: `npm run
// powercut -- --images 200 --store sqlite`.

const { values } = parseArgs({
  options: {
    images: { type: 'string' },
    store: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    writes: { type: 'string' },
    workers: { type: 'string', default: '1' },
    replay: { type: 'string' },
  },
});

const DEFAULTS: Record<Store, { images: number; writes: number }> = {
  sqlite: { images: 1000, writes: 110 },
  postgres: { images: 100, writes: 30 },
};

/** Images per control, at least. */
const LEAST = 20;

const numbers = [values.images, values.seed, values.writes, values.workers].filter(
  value => value !== undefined,
);
const stores = (Object.keys(DEFAULTS) as Store[]).filter(store => (values.store ?? store) === store);
if (stores.length === 0 || !numbers.every(value => Number.isInteger(Number(value)) && Number(value) > 0)) {
  console.error(
    'Expected: --images NUMBER, --store sqlite or postgres, --seed NUMBER, --writes NUMBER, --workers NUMBER, --replay FOLDER; each may be left out.',
  );
  process.exit(2);
}
const reason = whyNot();
if (reason) {
  console.error(reason);
  process.exit(2);
}

if (values.replay) {
  const subject = await subjectOf(values.replay);
  if (!(await tryAll({ ...subject, seed: Number(values.seed) }))) process.exitCode = 1;
} else
  for (const store of stores) {
    const writes = Number(values.writes ?? DEFAULTS[store].writes);
    const { folder, subject } = await recordSubject({
      ...{ store, seed: Number(values.seed), writes },
      workers: Number(values.workers),
    });
    if (await tryAll(subject)) await rm(folder, { recursive: true });
    else {
      process.exitCode = 1;
      console.error(`The recording is kept: npm run powercut -- --replay ${folder} --seed ${values.seed}`);
    }
  }

/** Tries images and controls of a recording; resolves to whether nothing was lost and every control lost something. */
async function tryAll(subject: Subject): Promise<boolean> {
  const { store, seed, journal, replayed } = subject;
  const images = Number(values.images ?? DEFAULTS[store].images);
  const recorded = `${journal.acknowledgements.length} acknowledgements in ${replayed.end} lines of system calls`;
  console.log(`${store}, seed ${seed}: ${recorded}, ${images} images`);
  const losses = await tryImages(subject, images, counter(images));
  const found = await tryControls(subject, Math.max(Math.ceil(images / 10), LEAST));
  const figures = [...found].map(([control, figure]) => `without ${control} ${figure}`);
  console.log(
    `${store}: ${images} images, ${losses.length} lost; control: ${figures.join(', ')} lost something`,
  );
  for (const line of summary(losses, replayed.disk)) console.error(`  ${line}`);
  const unnoticed = [...found].filter(([, figure]) => figure.startsWith('0 '));
  for (const [control] of unnoticed) console.error(`${store}: nobody noticed that ${control} were left out`);
  return losses.length === 0 && unnoticed.length === 0;
}

/** Prints now and then how many images have been tried. */
function counter(images: number): () => void {
  const began = performance.now();
  let tried = 0;
  return () => {
    if (++tried % 100 === 0 && tried < images)
      console.log(`  ${tried} images, ${Math.round((performance.now() - began) / 1000)} s`);
  };
}

/** Counts, for each control, the images that lost something. */
async function tryControls(subject: Subject, images: number): Promise<Map<Control, string>> {
  const found = new Map<Control, string>();
  for (const control of Object.keys(controls) as Control[]) {
    const losses = await tryWithout(control, subject, images, () => {});
    found.set(control, `${losses.length} of ${images}`);
  }
  return found;
}
