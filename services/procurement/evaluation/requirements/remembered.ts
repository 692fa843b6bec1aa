/** Longer words are rare and would fill the memory with little use. */
const LONGEST_WORD = 40;

/**
 * Keeps what a pure function says of a word: the words of bids repeat, and each is asked about many times. At most
 * `entries` words of `longest` characters are kept; when they are full, all are forgotten and collected anew.
 */
export function remembered<T>(
  read: (word: string) => T,
  entries = 10_000,
  longest = LONGEST_WORD,
): (word: string) => T {
  const known = new Map<string, { value: T }>();
  return (word) => {
    const found = known.get(word);
    if (found) return found.value;
    const value = read(word);
    if (word.length > longest) return value;
    if (known.size >= entries) known.clear();
    known.set(word, { value });
    return value;
  };
}
