import { foldCharacter, foldText } from "./characters.ts";
import { type Links, linksOf, tableOf, type Trie, trieOf } from "./trie.ts";

const UNRESOLVED = -3;
const SEVERAL = -2;
const IGNORED = -1;
const NEVER = -4;

export interface Automaton {
  /**
   * Calls `found` for every occurrence of a pattern, in order of its end, with offsets into the original
   * `text`. `found` returns true when further occurrences of the pattern are not needed. Places for which
   * `mayEnd` is false are skipped.
   */
  scan(text: string, found: Found, mayEnd?: (end: number) => boolean): void;
  states: number;
  /** Bytes of the transition table. */
  bytes: number;
}

export type Found = (pattern: number, start: number, end: number) => boolean | void;

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
  const mask = ring.length - 1;
  const report = reporter({ trie, links, lengths, ring });

  function scan(text: string, found: Found, mayEnd?: (end: number) => boolean): void {
    const settled = new Set<number>();
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
        if (more.length === 0) continue;
        symbol = more[0] ?? 0;
      }
      for (let m = 1;; m++) {
        if (symbol !== space || last !== space) {
          last = symbol;
          ring[taken++ & mask] = start;
          state = next.step(state, symbol);
          if (links.output[state] !== 0 && (!mayEnd || mayEnd(i + 1))) {
            report({ state, taken, end: i + 1, settled }, found);
          }
        }
        if (more === undefined || m >= more.length) break;
        symbol = more[m] ?? 0;
      }
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
): (place: Place, found: Found) => void {
  const mask = ring.length - 1;
  return ({ state, taken, end, settled }, found) => {
    let all = true;
    for (let output = links.output[state] ?? 0; output !== 0 && !settled.has(output);) {
      for (let p = trie.first[output] ?? -1; p !== -1; p = trie.chain[p] ?? -1) {
        const isSettled = found(p, ring[(taken - (lengths[p] ?? 0)) & mask] ?? 0, end);
        all &&= isSettled === true;
      }
      output = links.output[links.fail[output] ?? 0] ?? 0;
    }
    // Patterns that are suffixes of this one are settled with it.
    if (all) settled.add(links.output[state] ?? 0);
  };
}
