/** Cells of a dense transition table above which edges are kept in a hash table instead (4 bytes a cell). */
const DENSE_CELLS = 6_000_000;

export interface Trie {
  states: number;
  /** Edges of the trie in the order they were made: the state they leave, their symbol, the state they reach. */
  from: number[];
  symbol: number[];
  /** Per state the first pattern that ends there, or -1; `chain` leads to the next with the same text. */
  first: Int32Array;
  chain: Int32Array;
}

/** The trie of some words; an empty word is left out. */
export function trieOf(folded: string[], alphabet: Map<string, number>): Trie {
  const width = alphabet.size + 1;
  const edges = new Map<number, number>();
  const from: number[] = [0];
  const symbol: number[] = [0];
  const ends: number[] = [];
  for (const pattern of folded) {
    let state = 0;
    for (let i = 0; i < pattern.length; i++) {
      const letter = alphabet.get(pattern.charAt(i)) ?? 0;
      const edge = state * width + letter;
      let reached = edges.get(edge);
      if (reached === undefined) {
        reached = from.push(state) - 1;
        symbol.push(letter);
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

export interface Links {
  fail: Int32Array;
  /** Per state the nearest state at or behind it where a pattern ends, 0 when there is none. */
  output: Int32Array;
  /** States by depth, so that a state comes after the one its failure leads to. */
  order: number[];
}

/** The failure links of the trie: the state to continue from when a character does not match. */
export function linksOf(trie: Trie): Links {
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

/** Per state and symbol the row reached, which is the state times the width; complemented where patterns end. */
export interface DenseTable {
  cells: Int32Array;
  bytes: number;
}

export interface EdgeTable {
  step(state: number, symbol: number): number;
  bytes: number;
}

/** From every state to the next, as a table of all characters while that is small, else by the trie's edges. */
export function tableOf(trie: Trie, links: Links, width: number): DenseTable | EdgeTable {
  return trie.states * width <= DENSE_CELLS ? denseTable(trie, links, width) : hashedTable(trie, links);
}

function denseTable(trie: Trie, links: Links, width: number): DenseTable {
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
  for (let cell = 0; cell < cells.length; cell++) {
    const state = cells[cell] ?? 0;
    if (state !== 0) cells[cell] = (links.output[state] ?? 0) === 0 ? state * width : ~(state * width);
  }
  return { bytes: cells.byteLength, cells };
}

function hashedTable(trie: Trie, links: Links): EdgeTable {
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
