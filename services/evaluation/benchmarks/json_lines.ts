/** The line of a JSON syntax error, from what V8 says about it, else the last line. */
export function lineOfError(text: string, error: unknown): number {
  const message = error instanceof Error ? error.message : "";
  const line = message.match(/line (\d+)/u)?.[1];
  if (line) return Number(line);
  const position = message.match(/position (\d+)/u)?.[1];
  return (position ? text.slice(0, Number(position)) : text.trimEnd()).split("\n").length;
}

/** The lines on which the items of a top-level list start, in JSON text that has parsed before. */
export function itemLines(text: string, key: string): number[] {
  const lines: number[] = [];
  let depth = 0;
  let line = 1;
  let name: string | undefined;
  let inside = false;
  let expecting = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? "";
    if (letter === "\n") line++;
    if (/[\s:]/u.test(letter)) continue;
    if (inside && depth === 2 && expecting && letter !== "]") {
      lines.push(line);
      expecting = false;
    }
    if (letter === '"') {
      const end = stringEnd(text, at);
      if (depth === 1) name = text.slice(at + 1, end);
      at = end;
    } else if (letter === "[" || letter === "{") {
      if (depth === 1 && letter === "[" && name === key) inside = expecting = true;
      depth++;
    } else if (letter === "]" || letter === "}") {
      depth--;
      if (depth === 1) inside = false;
    } else if (letter === "," && inside && depth === 2) expecting = true;
  }
  return lines;
}

function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}
