import { foldCharacter, foldText } from "./characters.ts";
import { type EdgeTable, type Links, linksOf, tableOf, type Trie, trieOf } from "./trie.ts";
import { unitsOf } from "./units.ts";

const UNRESOLVED = -3;
const SEVERAL = -2;
const IGNORED = -1;
const NEVER = -4;

export interface Automaton {
  /**
   * Calls `onMatch` for every occurrence of a pattern, in order of its end, with offsets into the original
   * `text`. `onMatch` returns true when further occurrences of the pattern are not needed.
   */
  scan(text: string, onMatch: OnMatch, options?: ScanOptions): void;
  states: number;
  /** Bytes of the transition table. */
  bytes: number;
}

export interface ScanOptions {
  /** Places for which this is false are skipped. */
  mayEnd?: (end: number) => boolean;
  /** Begins with the text's code units, where the caller has them. */
  units?: Uint16Array;
  /** Only the part of the text between these two offsets is read. */
  from?: number;
  to?: number;
}

export type OnMatch = (pattern: number, start: number, end: number) => boolean | void;

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
  const next = tableOf(trie, links, width);
  const symbols = symbolTable(alphabet);
  const lengths = Int32Array.from(folded, (pattern) => pattern.length);
  const ring = ringFor(lengths);
  const space = alphabet.get(" ") ?? NEVER;
  const report = reporter({ trie, links, lengths, ring });
  const parts = { symbols, ring, space, links, width, report };
  const scan = "cells" in next ? denseScan(parts, next.cells) : edgeScan(parts, next);
  return { scan, states: trie.states, bytes: next.bytes };
}

interface Parts {
  symbols: Symbols;
  ring: Int32Array;
  space: number;
  links: Links;
  width: number;
  report: (place: Place, onMatch: OnMatch) => void;
}

/**
 * Most characters cost two look-ups: their symbol, and the next row of the table. `row` is the state times the
 * width of a row. A row in which patterns end is stored as its complement.
 */
function denseScan(parts: Parts, rows: Int32Array) {
  return function scan(
    text: string,
    onMatch: OnMatch,
    { mayEnd, units = unitsOf(text), from = 0, to = text.length }: ScanOptions = {},
  ): void {
    // Local names: the loop reads them a third faster than the closure's.
    const { ring, space, symbols, width, report } = parts;
    const { table } = symbols;
    const cells = rows;
    const mask = ring.length - 1;
    const length = to;
    const settled = new Set<number>();
    let row = 0;
    let taken = 0;
    let last = 0;
    for (let i = from; i < length; i++) {
      let symbol = table[units[i] ?? 0] ?? 0;
      if (symbol === UNRESOLVED) symbol = symbols.of(units[i] ?? 0);
      if (symbol >= 0) {
        if (symbol === space && last === space) continue;
        last = symbol;
        row = cells[row + symbol] ?? 0;
        ring[taken++ & mask] = i;
      } else if (symbol === SEVERAL) {
        const start = i;
        if (isHigh(units[i]) && i + 1 < length) i++;
        const all = symbols.several(text.slice(start, i + 1));
        for (let m = 0; m < all.length; m++) {
          const symbol = all[m] ?? 0;
          if (symbol === space && last === space) continue;
          last = symbol;
          // The last of them is reported as any other character is, those before it here.
          if (row < 0) {
            row = ~row;
            if (!mayEnd || mayEnd(i + 1)) report({ state: row / width, taken, end: i + 1, settled }, onMatch);
          }
          row = cells[row + symbol] ?? 0;
          ring[taken++ & mask] = start;
        }
      }
      if (row < 0) {
        row = ~row;
        if (!mayEnd || mayEnd(i + 1)) report({ state: row / width, taken, end: i + 1, settled }, onMatch);
      }
    }
  };
}

const isHigh = (unit = 0) => (unit & 0xfc00) === 0xd800;

/** The same, by the edges of the trie. */
function edgeScan({ symbols, ring, space, links, report }: Parts, next: EdgeTable) {
  const mask = ring.length - 1;
  return function scan(
    text: string,
    onMatch: OnMatch,
    { mayEnd, from = 0, to = text.length }: ScanOptions = {},
  ): void {
    const settled = new Set<number>();
    let state = 0;
    let taken = 0;
    let last = 0;
    for (let i = from; i < to; i++) {
      const start = i;
      const symbol = symbols.of(text.charCodeAt(i));
      if (symbol === IGNORED) continue;
      if (symbol === SEVERAL && isHigh(text.charCodeAt(i)) && i + 1 < to) i++;
      const all = symbol === SEVERAL ? symbols.several(text.slice(start, i + 1)) : [symbol];
      for (const symbol of all) {
        if (symbol === space && last === space) continue;
        last = symbol;
        ring[taken++ & mask] = start;
        state = next.step(state, symbol);
        if (links.output[state] !== 0 && (!mayEnd || mayEnd(i + 1))) {
          report({ state, taken, end: i + 1, settled }, onMatch);
        }
      }
    }
  };
}

/** The characters of the patterns, frequent ones first, so that the cells in use share few cache lines. */
function alphabetOf(folded: string[]): Map<string, number> {
  const uses = new Map<string, number>();
  for (const pattern of folded) {
    for (let i = 0; i < pattern.length; i++) {
      uses.set(pattern.charAt(i), (uses.get(pattern.charAt(i)) ?? 0) + 1);
    }
  }
  const byUse = [...uses].sort(([, one], [, other]) => other - one);
  return new Map(byUse.map(([unit], i) => [unit, i + 1]));
}

interface Symbols {
  /** By code unit: the symbol, 0 for one of no pattern, or one of the negative marks. */
  table: Int16Array;
  of(unit: number): number;
  several(character: string): number[];
}

function symbolTable(alphabet: Map<string, number>): Symbols {
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
    table,
    of(unit: number): number {
      const symbol = table[unit] ?? 0;
      return symbol === UNRESOLVED ? resolve(unit) : symbol;
    },
    several,
  };
}

function ringFor(lengths: Int32Array): Int32Array {
  const longest = lengths.reduce((most, length) => Math.max(most, length), 1);
  return new Int32Array(2 ** Math.ceil(Math.log2(longest + 1)));
}

/**
 * The position of a scan: the state, the number of symbols read, the offset after them, and the settled
 * outputs.
 */
interface Place {
  state: number;
  taken: number;
  end: number;
  settled: Set<number>;
}

/**
 * Returns a function that reports all patterns ending at a place; `ring` holds the offsets of the last
 * symbols.
 */
function reporter(
  { trie, links, lengths, ring }: { trie: Trie; links: Links; lengths: Int32Array; ring: Int32Array },
): (place: Place, onMatch: OnMatch) => void {
  const mask = ring.length - 1;
  return ({ state, taken, end, settled }, onMatch) => {
    let all = true;
    for (let output = links.output[state] ?? 0; output !== 0 && !settled.has(output);) {
      for (let p = trie.first[output] ?? -1; p !== -1; p = trie.chain[p] ?? -1) {
        const isSettled = onMatch(p, ring[(taken - (lengths[p] ?? 0)) & mask] ?? 0, end);
        all &&= isSettled === true;
      }
      output = links.output[links.fail[output] ?? 0] ?? 0;
    }
    // Patterns that are suffixes of this one are settled with it.
    if (all) settled.add(links.output[state] ?? 0);
  };
}
