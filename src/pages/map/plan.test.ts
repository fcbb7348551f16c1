import assert from 'node:assert/strict';
import { it } from 'node:test';
import { PLAN_RATIO, projectionOf, roundDistance } from './plan.ts';

it('every point is within the plan, north above and east to the right', () => {
  const points = [
    { lat: 41.93, lng: 2.25 },
    { lat: 41.98, lng: 2.82 },
    { lat: 42.5, lng: 1.5 },
  ];
  const placed = points.map(projectionOf(points).place);
  for (const { x, y } of placed) assert.ok(x > 5 && x < 95 && y > 5 && y < 95, `${x} ${y}`);
  const [vic, girona, urgell] = placed;
  assert.ok(urgell!.y < girona!.y && girona!.y < vic!.y);
  assert.ok(urgell!.x < vic!.x && vic!.x < girona!.x);
});

it('a distance is as long to the north as to the east', () => {
  const [lat, lng] = [60, 10];
  const points = [
    { lat, lng },
    { lat: lat + 0.01, lng },
    { lat, lng: lng + 0.02 },
  ];
  const { place, metres } = projectionOf(points);
  const [centre, north, east] = points.map(place);
  const [up, right] = [(centre!.y - north!.y) / PLAN_RATIO, east!.x - centre!.x];
  assert.ok(Math.abs(up - right) < 0.01, `${up} ${right}`);
  assert.ok(Math.abs((right / 100) * metres - 1113) < 2);
});

it('a single point is in the middle, also at a pole', () => {
  for (const lat of [0, 42, -90])
    assert.deepEqual(projectionOf([{ lat, lng: 7 }]).place({ lat, lng: 7 }), { x: 50, y: 50 });
});

it('a scale has a round length', () => {
  const lengths = [1, 9.9, 10, 249, 500, 1999, 70_000].map(roundDistance);
  assert.deepEqual(lengths, [1, 5, 10, 200, 500, 1000, 50_000]);
});
