/** All matches of a global pattern. `matchAll` copies the pattern, and large ones are then often compiled anew. */
export function matchesOf(text: string, pattern: RegExp): RegExpExecArray[] {
  const matches: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    matches.push(match);
    if (match[0] === "") pattern.lastIndex = nextIndex(text, match.index);
  }
  return matches;
}

/** The index after the character at `index`; a search from within a surrogate pair would go back to its start. */
export function nextIndex(text: string, index: number): number {
  return index + ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1);
}
