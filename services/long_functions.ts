/** Finds functions that are too long, in code formatted by `deno fmt`. */

/** A function of a file: its first line, counted from 1, and the lines that count. */
export interface LongFunction {
  name: string;
  line: number;
  lines: number;
}

const MOST_LINES = 60;
// The last line of what opens a function's body, an arrow's object included.
const OPENING = /(?:=>|\)(?:: .+)?) \(?\{$/;
const NO_FUNCTION = /^(?:\} )?(?:else )?(?:if|for|while|switch|catch)\b/;
const NAME = /^(?:export )?(?:async )?(?:function\*? |const |get |set |\*)?(?!return\b|await\b)([\w#$]+)/;
const ROUTE = /^app\.\w+\(/;

/**
 * The functions of more than 60 lines. The routes that a function mounts, the tools that it lists and the queries of
 * a store are entries of a table: they do not count to its length, and each has to be short itself.
 */
export function longFunctionsIn(path: string, text: string): LongFunction[] {
  const lines = text.split("\n");
  return lines.flatMap((line, at) => {
    if (!OPENING.test(line)) return [];
    const indent = indentOf(line);
    const first = startOf(lines, at, indent);
    const head = lines[first]?.trim() ?? "";
    if (NO_FUNCTION.test(head)) return [];
    const last = lines.findIndex((other, index) => index > at && closes(other, indent));
    if (last < 0) return [];
    const counted = last - first + 1 - entryLines(lines.slice(at + 1, last), { indent: indent + 2, path });
    return counted > MOST_LINES
      ? [{ name: NAME.exec(head)?.[1] ?? "a function", line: first + 1, lines: counted }]
      : [];
  });
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function closes(line: string, indent: number): boolean {
  return indentOf(line) === indent && /^[})\]]/.test(line.trimStart());
}

/** Where a head over several lines began: at the last line before that is no deeper and closes nothing. */
function startOf(lines: string[], at: number, indent: number): number {
  let first = at;
  while (first > 0 && /^[})\]]/.test(lines[first]?.trimStart() ?? "")) {
    first--;
    while (first > 0 && (lines[first] === "" || indentOf(lines[first] ?? "") > indent)) first--;
  }
  return first;
}

/** Lines of a body that belong to entries of a table. */
function entryLines(body: string[], { indent, path }: { indent: number; path: string }): number {
  let count = 0;
  for (let at = 0; at < body.length; at++) {
    const line = body[at] ?? "";
    if (indentOf(line) !== indent || !isEntry(line.trim(), path)) continue;
    const length = body.slice(at + 1).findIndex((other) => closes(other, indent)) + 2;
    count += length;
    at += length - 1;
  }
  return count;
}

function isEntry(statement: string, path: string): boolean {
  if (/^(?:return|const store: \w+ =) \{$/.test(statement)) return path.endsWith("_store.ts");
  if (statement === "return [") return path.endsWith("mcp.ts");
  return ROUTE.test(statement);
}
