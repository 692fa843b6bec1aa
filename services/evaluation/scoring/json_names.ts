/**
 * Whether an object gives one name two values: parsers take the last, so the text has two readings. The text is known
 * to be JSON, so strings and brackets are told apart without a whole parser.
 */
export function repeatsAName(text: string): boolean {
  const open: Set<string>[] = [];
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === "{" || letter === "[") open.push(new Set());
    else if (letter === "}" || letter === "]") open.pop();
    else if (letter === '"') {
      const end = stringEnd(text, at);
      const written = text.slice(at, end);
      at = end - 1;
      if (!/^\s*:/u.test(text.slice(end, end + 100))) continue;
      const names = open.at(-1);
      const name: unknown = JSON.parse(written);
      if (names?.has(String(name))) return true;
      names?.add(String(name));
    }
  }
  return false;
}

function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}
