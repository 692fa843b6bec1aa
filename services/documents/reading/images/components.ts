/** Connected components of ink. */
import type { Box } from "../layout/page.ts";
import type { Raster } from "./raster.ts";

const DARK = 140;

export interface Component {
  box: Box;
  /** Number of dark pixels. */
  ink: number;
}

interface Run {
  from: number;
  to: number;
  root: number;
}

/** The components of a page; pixels set in `leftOut` are ignored. */
export function componentsOf({ data, width, height }: Raster, leftOut: Uint8Array): Component[] {
  const parents: number[] = [];
  const found: Component[] = [];
  const rootOf = (at: number): number => {
    let root = at;
    while (parents[root] !== root) root = parents[root] ?? root;
    parents[at] = root;
    return root;
  };
  let above: Run[] = [];
  for (let y = 0; y < height; y++) {
    const runs: Run[] = [];
    const row = y * width;
    for (let x = 0; x < width; x++) {
      if ((data[row + x] ?? 255) >= DARK || leftOut[row + x] === 1) continue;
      const from = x;
      while (x < width && (data[row + x] ?? 255) < DARK && leftOut[row + x] !== 1) x++;
      runs.push({ from, to: x, root: -1 });
    }
    joinRuns(runs, above, { y, parents, found, rootOf });
    above = runs;
  }
  return found.filter((_, at) => parents[at] === at);
}

interface Joining {
  y: number;
  parents: number[];
  found: Component[];
  rootOf(at: number): number;
}

/** Connects runs of a row to the runs they touch above, corners included. */
function joinRuns(runs: Run[], above: Run[], { y, parents, found, rootOf }: Joining): void {
  let first = 0;
  for (const run of runs) {
    while (first < above.length && (above[first]?.to ?? 0) < run.from) first++;
    for (let at = first; at < above.length && (above[at]?.from ?? Infinity) <= run.to; at++) {
      const root = rootOf(above[at]?.root ?? 0);
      if (run.root < 0) run.root = root;
      else if (rootOf(run.root) !== root) {
        merge(found, rootOf(run.root), root);
        parents[root] = rootOf(run.root);
      }
    }
    if (run.root < 0) {
      run.root = parents.length;
      parents.push(run.root);
      found.push({ box: { left: run.from, top: y, right: run.to, bottom: y + 1 }, ink: 0 });
    }
    const piece = found[rootOf(run.root)];
    if (!piece) continue;
    piece.ink += run.to - run.from;
    piece.box.left = Math.min(piece.box.left, run.from);
    piece.box.right = Math.max(piece.box.right, run.to);
    piece.box.bottom = y + 1;
  }
}

function merge(found: Component[], into: number, from: number): void {
  const [a, b] = [found[into], found[from]];
  if (!a || !b) return;
  a.ink += b.ink;
  a.box.left = Math.min(a.box.left, b.box.left);
  a.box.top = Math.min(a.box.top, b.box.top);
  a.box.right = Math.max(a.box.right, b.box.right);
  a.box.bottom = Math.max(a.box.bottom, b.box.bottom);
}
