/** Finds the texts in chat messages of any shape: all strings except those that models do not read. */
const UNREAD = new Set([
  "role",
  "type",
  "id",
  "tool_call_id",
  "format",
  "detail",
  "url",
  "data",
  "file_data",
  "file_id",
]);

/** All texts in a message, a list of messages, or a part of one. */
export function textsOf(value: unknown): string[] {
  const texts: string[] = [];
  walk(value, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

/** The same value with `replace` applied to every text. */
export function mapTexts(value: unknown, replace: (text: string) => string): unknown {
  return walk(value, replace);
}

function walk(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === "string") return replace(value);
  if (Array.isArray(value)) return value.map((item) => walk(item, replace));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map((
      [key, part],
    ) => [key, UNREAD.has(key) && !isReadUrl(key, part) ? part : walk(part, replace)]),
  );
}

/** Models read a link, but not the bytes of a picture. */
function isReadUrl(key: string, part: unknown): boolean {
  return key === "url" && typeof part === "string" && !part.startsWith("data:");
}
