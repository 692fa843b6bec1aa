import { foldCharacter, foldText } from "./characters.ts";

/** Cells of a dense transition table above which edges are kept in a hash table instead (4 bytes a cell). */
const DENSE_CELLS = 6_000_000;
const UNRESOLVED = -3;
const SEVERAL = -2;
const IGNORED = -1;
const NEVER = -4;

export interface Automaton {
  /** Calls `found` for every occurrence of a pattern, in order of its end; offsets are into `text` as given. */
  scan(text: string, found: (pattern: number, start: number, end: number) => void): void;
  states: number;
  /** Bytes of the transition table. */
  bytes: number;
}

/**
 * Finds all patterns in one pass, folded as `characters.ts` folds: case, Arabic letter forms, marks, width and
 * runs of white space make no difference. Patterns that fold to nothing never match.
 */
export function ahoCorasick(patterns: string[]): Automaton {
  const folded = patterns.map((pattern) => foldText(pattern).trim());
  const alphabet = alphabetOf(folded);
  const trie = trieOf(folded, alphabet);
  const links = linksOf(trie);
  const width = alphabet.size + 1;
  const next = trie.states * width <= DENSE_CELLS ? denseTable(trie, links, width) : hashedTable(trie, links);
  const symbols = symbolTable(alphabet);
  const lengths = Int32Array.from(folded, (pattern) => pattern.length);
  const ring = ringFor(lengths);

  const space = alphabet.get(" ") ?? NEVER;
  const mask = ring.length - 1;

  function scan(text: string, found: (pattern: number, start: number, end: number) => void): void {
    let state = 0;
    let taken = 0;
    let last = 0;
    for (let i = 0; i < text.length; i++) {
      let symbol = symbols.of(text.charCodeAt(i));
      if (symbol === 0) {
        state = last = 0;
        continue;
      }
      if (symbol === IGNORED) continue;
      const start = i;
      let more: number[] | undefined;
      if (symbol === SEVERAL) {
        const wide = (text.charCodeAt(i) & 0xfc00) === 0xd800 && i + 1 < text.length;
        if (wide) i++;
        more = symbols.several(text.slice(start, i + 1));
        symbol = more[0] ?? 0;
      }
      for (let m = 1;; m++) {
        if (symbol !== space || last !== space) {
          last = symbol;
          ring[taken++ & mask] = start;
          state = next.step(state, symbol);
          if (links.output[state] !== 0) report(state, taken, i + 1, found);
        }
        if (more === undefined || m >= more.length) break;
        symbol = more[m] ?? 0;
      }
    }
  }

  function report(
    state: number,
    taken: number,
    end: number,
    found: (pattern: number, start: number, end: number) => void,
  ): void {
    for (let output = links.output[state] ?? 0; output !== 0;) {
      for (let p = trie.first[output] ?? -1; p !== -1; p = trie.chain[p] ?? -1) {
        found(p, ring[(taken - (lengths[p] ?? 0)) & mask] ?? 0, end);
      }
      output = links.output[links.fail[output] ?? 0] ?? 0;
    }
  }

  return { scan, states: trie.states, bytes: next.bytes };
}

function alphabetOf(folded: string[]): Map<string, number> {
  const alphabet = new Map<string, number>();
  for (const pattern of folded) {
    for (let i = 0; i < pattern.length; i++) {
      const unit = pattern.charAt(i);
      if (!alphabet.has(unit)) alphabet.set(unit, alphabet.size + 1);
    }
  }
  return alphabet;
}

function symbolTable(alphabet: Map<string, number>) {
  const table = new Int16Array(65536).fill(UNRESOLVED);
  const known = new Map<string, number[]>();
  function resolve(unit: number): number {
    const character = String.fromCharCode(unit);
    const folded = foldCharacter(character);
    const symbol = (unit & 0xfc00) === 0xd800 || folded.length > 1
      ? SEVERAL
      : folded === ""
      ? IGNORED
      : alphabet.get(folded) ?? 0;
    table[unit] = symbol;
    return symbol;
  }
  function several(character: string): number[] {
    let list = known.get(character);
    if (list === undefined) {
      const folded = foldCharacter(character);
      list = Array.from({ length: folded.length }, (_, i) => alphabet.get(folded.charAt(i)) ?? 0);
      if (known.size < 10_000) known.set(character, list);
    }
    return list;
  }
  return {
    of(unit: number): number {
      const symbol = table[unit] ?? 0;
      return symbol === UNRESOLVED ? resolve(unit) : symbol;
    },
    several,
  };
}

interface Trie {
  states: number;
  /** Edges of the trie in the order they were made: the state they leave, their symbol, the state they reach. */
  from: number[];
  symbol: number[];
  /** Per state the first pattern that ends there, or -1; `chain` leads to the next with the same text. */
  first: Int32Array;
  chain: Int32Array;
}

function trieOf(folded: string[], alphabet: Map<string, number>): Trie {
  const width = alphabet.size + 1;
  const edges = new Map<number, number>();
  const from: number[] = [0];
  const symbol: number[] = [0];
  const ends: number[] = [];
  for (const pattern of folded) {
    let state = 0;
    for (let i = 0; i < pattern.length; i++) {
      const one = alphabet.get(pattern.charAt(i)) ?? 0;
      const edge = state * width + one;
      let reached = edges.get(edge);
      if (reached === undefined) {
        reached = from.push(state) - 1;
        symbol.push(one);
        edges.set(edge, reached);
      }
      state = reached;
    }
    ends.push(state);
  }
  const first = new Int32Array(from.length).fill(-1);
  const chain = new Int32Array(folded.length).fill(-1);
  ends.forEach((state, pattern) => {
    if (state === 0) return;
    chain[pattern] = first[state] ?? -1;
    first[state] = pattern;
  });
  return { states: from.length, from, symbol, first, chain };
}

interface Links {
  fail: Int32Array;
  /** Per state the nearest state at or behind it where a pattern ends, 0 when there is none. */
  output: Int32Array;
  /** States by depth, so that a state comes after the one its failure leads to. */
  order: number[];
}

function linksOf(trie: Trie): Links {
  const edges = edgeFinder(trie);
  const order = byDepth(trie);
  const fail = new Int32Array(trie.states);
  const output = new Int32Array(trie.states);
  for (const state of order) {
    const parent = trie.from[state] ?? 0;
    const symbol = trie.symbol[state] ?? 0;
    if (parent !== 0) {
      let behind = fail[parent] ?? 0;
      let reached = edges(behind, symbol);
      while (reached === 0 && behind !== 0) {
        behind = fail[behind] ?? 0;
        reached = edges(behind, symbol);
      }
      fail[state] = reached;
    }
    output[state] = (trie.first[state] ?? -1) !== -1 ? state : output[fail[state] ?? 0] ?? 0;
  }
  return { fail, output, order };
}

function byDepth(trie: Trie): number[] {
  const depth = new Int32Array(trie.states);
  for (let state = 1; state < trie.states; state++) {
    depth[state] = (depth[trie.from[state] ?? 0] ?? 0) + 1;
  }
  return Array.from({ length: trie.states - 1 }, (_, i) => i + 1)
    .sort((a, b) => (depth[a] ?? 0) - (depth[b] ?? 0));
}

/** The trie's edges in one open-addressing table: 0 means there is no such edge. */
function edgeFinder(trie: Trie): (state: number, symbol: number) => number {
  const size = 2 ** Math.ceil(Math.log2(trie.states * 2 + 2));
  const slots = new Int32Array(size);
  const place = (state: number, symbol: number) =>
    (Math.imul(state, 0x9e3779b1) ^ Math.imul(symbol, 0x85ebca6b)) >>> 0;
  for (let state = 1; state < trie.states; state++) {
    let slot = place(trie.from[state] ?? 0, trie.symbol[state] ?? 0) % size;
    while (slots[slot] !== 0) slot = (slot + 1) % size;
    slots[slot] = state;
  }
  return (state, symbol) => {
    let slot = place(state, symbol) % size;
    for (let reached = slots[slot] ?? 0; reached !== 0; reached = slots[slot] ?? 0) {
      if (trie.from[reached] === state && trie.symbol[reached] === symbol) return reached;
      slot = (slot + 1) % size;
    }
    return 0;
  };
}

interface Table {
  step(state: number, symbol: number): number;
  bytes: number;
}

function denseTable(trie: Trie, links: Links, width: number): Table {
  const cells = new Int32Array(trie.states * width);
  for (let state = 1; state < trie.states; state++) {
    cells[(trie.from[state] ?? 0) * width + (trie.symbol[state] ?? 0)] = state;
  }
  for (const state of links.order) {
    const behind = (links.fail[state] ?? 0) * width;
    const row = state * width;
    for (let symbol = 1; symbol < width; symbol++) {
      if (cells[row + symbol] === 0) cells[row + symbol] = cells[behind + symbol] ?? 0;
    }
  }
  return { bytes: cells.byteLength, step: (state, symbol) => cells[state * width + symbol] ?? 0 };
}

function hashedTable(trie: Trie, links: Links): Table {
  const edges = edgeFinder(trie);
  return {
    bytes: trie.states * 12,
    step(state, symbol) {
      if (symbol === 0) return 0;
      let reached = edges(state, symbol);
      while (reached === 0 && state !== 0) {
        state = links.fail[state] ?? 0;
        reached = edges(state, symbol);
      }
      return reached;
    },
  };
}

function ringFor(lengths: Int32Array): Int32Array {
  const longest = lengths.reduce((most, length) => Math.max(most, length), 1);
  return new Int32Array(2 ** Math.ceil(Math.log2(longest + 1)));
}
