/** Where texts are in chat messages, whatever their shape: all strings but those that are not meant to be read. */
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

/** The same value with every text replaced by what `replace` makes of it. */
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

/** A link is read, the bytes of a picture are not. */
function isReadUrl(key: string, part: unknown): boolean {
  return key === "url" && typeof part === "string" && !part.startsWith("data:");
}
