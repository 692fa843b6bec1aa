import assert from "node:assert/strict";
import fc from "fast-check";
import { wilsonInterval } from "lib/wilson_interval.ts";
import { betaBelow, studentQuantile } from "./beta.ts";
import { clopperPearson, intervalOfMean, meanInterval, sumsOf } from "./intervals.ts";
import { seeded } from "./statistics.ts";

const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);

// The numbers of statsmodels 0.14 (proportion_confint) and scipy 1.16 (stats.t, stats.beta).
for (
  const [right, count, low, high] of [
    [1, 5, 0.005050763379, 0.716417936118],
    [4, 5, 0.283582063882, 0.994949236621],
    [3, 10, 0.066739511178, 0.65245285006],
    [60, 100, 0.497209150422, 0.696705231297],
    [205, 206, 0.973251404678, 0.999877105572],
    [999, 1000, 0.99444107572, 0.999974682513],
  ] as const
) {
  Deno.test(`${right} of ${count} right have the exact interval of statsmodels`, () => {
    const interval = meanInterval({ count, sum: right, squares: right });
    assert.deepEqual(interval, clopperPearson(right, count));
    near(interval?.low ?? 0, low);
    near(interval?.high ?? 0, high);
  });
}

for (
  const [right, count, low, high] of [
    [8, 8, 0.675592434175, 1],
    [0, 8, 0, 0.324407565825],
    [206, 206, 0.981693518324, 1],
    [0, 40, 0, 0.087621601197],
  ] as const
) {
  Deno.test(`${right} of ${count} right have Wilson's interval of statsmodels`, () => {
    const interval = meanInterval({ count, sum: right, squares: right });
    assert.deepEqual(interval, wilsonInterval(right, count));
    near(interval?.low ?? 0, low);
    near(interval?.high ?? 0, high);
  });
}

Deno.test("five of five right or wrong exclude only shares that give them in 4.5 % of all samples", () => {
  const bound = 0.045 ** (1 / 5);
  assert.deepEqual(meanInterval({ count: 5, sum: 5, squares: 5 }), { low: bound, high: 1 });
  assert.deepEqual(meanInterval({ count: 5, sum: 0, squares: 0 }), { low: 0, high: 1 - bound });
  assert.ok(wilsonInterval(5, 5).low > bound);
});

for (
  const [scores, low, high] of [
    [[0.5, 1, 0.75, 0.25, 1], 0.26867676395893725, 1],
    [[0.9, 0.91, 0.88, 0.9, 0.87, 0.93], 0.5268755886324741, 1],
    [[0.5, 0.5, 0.5, 0.5], 0.16813931201724203, 0.8318606879827579],
  ] as const
) {
  Deno.test(`the interval of ${scores.join(", ")} is scipy's t of these with a 0 and a 1`, () => {
    const interval = meanInterval(sumsOf(scores));
    near(interval?.low ?? 0, low);
    near(interval?.high ?? 0, high);
  });
}

Deno.test("the distributions behind the intervals are scipy's", () => {
  near(betaBelow(0.3, 2, 5), 0.579825);
  near(betaBelow(0.01, 0.5, 0.5), 0.06376856085852);
  near(betaBelow(0.999, 50, 0.5), 0.75236901996538);
  near(betaBelow(0.5, 500, 500), 0.5);
  near(studentQuantile(0.95, 4), 2.776445105198);
  near(studentQuantile(0.95, 101), 1.983731002956);
  near(studentQuantile(0.99, 7), 3.49948329735);
});

/** How often intervals, one for each count of right scores, hold the true share: summed over all outcomes, not drawn. */
function exactCoverage(intervals: { low: number; high: number }[], share: number): number {
  const count = intervals.length - 1;
  // The logarithm of the chance, which itself may be too small for a number.
  let chance = count * Math.log(1 - share);
  let covered = 0;
  intervals.forEach(({ low, high }, right) => {
    if (low <= share && share <= high) covered += Math.exp(chance);
    chance += Math.log((count - right) / (right + 1) * share / (1 - share));
  });
  return covered;
}

Deno.test("intervals of right-or-wrong scores cover the truth in 93 % of all samples from five on, whatever it is", () => {
  const counts = [...Array.from({ length: 36 }, (_, n) => n + 5), 50, 100, 206];
  for (const count of counts) {
    const intervals = Array.from(
      { length: count + 1 },
      (_, right) => meanInterval({ count, sum: right, squares: right }) ?? { low: 1, high: 0 },
    );
    // Coverage is lowest just beside a bound.
    const beside = intervals.flatMap(({ low, high }) => [low - 1e-9, low + 1e-9, high - 1e-9, high + 1e-9]);
    const shares = [...beside, ...Array.from({ length: 199 }, (_, n) => (n + 1) / 200)];
    for (const share of shares.filter((share) => share > 1e-4 && share < 1 - 1e-4)) {
      const covered = exactCoverage(intervals, share);
      assert.ok(covered >= 0.93, `${covered} at n = ${count}, p = ${share}`);
    }
  }
});

const DRAWN: [string, number, (u: number, v: number) => number][] = [
  ["grades of a judge", 0.725, (u) => u < 0.6 ? 1 : u < 0.85 ? 0.5 : 0],
  ["nearly all right", 0.95, (u) => u < 0.9 ? 1 : 0.5],
  ["overlaps with rare failures", 0.873, (u, v) => u < 0.03 ? 0 : 0.88 + 0.04 * v],
  ["overlaps of every size", 0.5, (u) => u],
  ["mostly low", 0.2, (u) => u ** 4],
  ["one score only", 0.5, () => 0.5],
];

for (const [what, mean, score] of DRAWN) {
  Deno.test(`simulated intervals of ${what} cover the truth in 93 % of all samples from five on`, () => {
    const random = seeded(17);
    for (const count of [5, 8, 20, 60, 200]) {
      let covered = 0;
      for (let round = 0; round < 1500; round++) {
        const interval = meanInterval(sumsOf(Array.from({ length: count }, () => score(random(), random()))));
        if (interval && interval.low <= mean + 1e-12 && mean <= interval.high + 1e-12) covered++;
      }
      assert.ok(covered >= 0.93 * 1500, `${covered / 1500} at n = ${count}`);
    }
  });
}

/** The chances of each count of right scores. */
function chancesOf(count: number, share: number): number[] {
  let chance = (1 - share) ** count;
  return Array.from({ length: count + 1 }, (_, right) => {
    const now = chance;
    chance *= (count - right) / (right + 1) * share / (1 - share);
    return now;
  });
}

/** How often the interval of the mean of benchmarks of so many questions holds the true mean of their shares. */
function exactCoverageOfMean(
  parts: [count: number, share: number][],
  intervalOf: typeof intervalOfMean,
): number {
  const truth = parts.reduce((total, [, share]) => total + share, 0) / parts.length;
  const chances = parts.map(([count, share]) => chancesOf(count, share));
  const covered = (rights: number[], chance: number): number => {
    const next = chances[rights.length];
    if (next) {
      return next.reduce((total, share, right) => total + covered([...rights, right], chance * share), 0);
    }
    const interval = intervalOf(
      rights.map((right, at) => ({ count: parts[at]?.[0] ?? 0, sum: right, squares: right })),
    );
    return interval && interval.low <= truth + 1e-12 && truth <= interval.high + 1e-12 ? chance : 0;
  };
  return covered([], 1);
}

/** Intervals that are read again and again, by their right scores. */
function remembering(intervalOf: typeof intervalOfMean): typeof intervalOfMean {
  const known = new Map<string, ReturnType<typeof intervalOfMean>>();
  return (parts) => {
    const key = parts.map(({ sum, count }) => `${sum}/${count}`).join();
    if (!known.has(key)) known.set(key, intervalOf(parts));
    return known.get(key);
  };
}

Deno.test("means over two and three benchmarks are covered in 93 % of all samples, summed over all outcomes", () => {
  const intervalOf = remembering(intervalOfMean);
  const shares = [
    ...[0.004, 0.008, 0.012, 0.015, 0.02, 0.025, 0.03, 0.035, 0.04, 0.045, 0.05, 0.055, 0.06, 0.065, 0.08],
    ...[0.1, 0.2, 0.35, 0.48, 0.5, 0.65, 0.8, 0.9, 0.94, 0.95, 0.96, 0.985, 0.992, 0.995],
  ];
  for (
    const [one, other] of [[5, 5], [5, 6], [5, 8], [6, 6], [7, 7], [8, 8], [5, 20], [10, 10], [
      20,
      20,
    ]] as const
  ) {
    for (const share of shares) {
      for (const second of shares) {
        const covered = exactCoverageOfMean([[one, share], [other, second]], intervalOf);
        assert.ok(covered >= 0.93, `${covered} at n = ${one} and ${other}, p = ${share} and ${second}`);
      }
    }
  }
  for (const share of [0.03, 0.04, 0.05, 0.06, 0.08, 0.2, 0.5, 0.95]) {
    for (const second of [share, 0.02, 0.5]) {
      const covered = exactCoverageOfMean([[5, share], [5, share], [5, second]], intervalOf);
      assert.ok(covered >= 0.93, `${covered} at three times n = 5, p = ${share} and ${second}`);
    }
  }
});

Deno.test("the interval of several benchmarks covers the truth in 93 % of all samples", () => {
  const random = seeded(5);
  const benchmarks = [[5, 0.9], [50, 0.5], [20, 0.98]] as const;
  const truth = (0.9 + 0.5 + 0.98) / 3;
  let covered = 0;
  for (let round = 0; round < 2000; round++) {
    const parts = benchmarks.map(([count, share]) =>
      sumsOf(Array.from({ length: count }, () => Number(random() < share)))
    );
    const interval = intervalOfMean(parts);
    if (interval && interval.low <= truth && truth <= interval.high) covered++;
  }
  assert.ok(covered >= 0.93 * 2000, `${covered / 2000}`);
});

Deno.test("an interval holds its mean, stays in 0..1 and is never without width", () => {
  const scores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 50 });
  fc.assert(fc.property(scores, (values) => {
    const sums = sumsOf(values);
    const interval = meanInterval(sums);
    assert.ok(interval && interval.low >= 0 && interval.high <= 1 && interval.high > interval.low);
    assert.ok(interval.low <= sums.sum / sums.count + 1e-9 && sums.sum / sums.count <= interval.high + 1e-9);
  }));
});
