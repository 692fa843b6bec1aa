/** Longer words are rare and would waste cache space. */
const LONGEST_WORD = 40;

/** Entries and characters for texts of requirements, since each is compared with all sentences: up to 4 MB. */
export const REQUIREMENT_TEXTS = [1_000, 2_000] as const;

/**
 * Memoises a pure function of a word, since the words of bids repeat. At most `entries` words of `longest`
 * characters are cached; a full cache is cleared.
 */
export function memoised<T>(
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
