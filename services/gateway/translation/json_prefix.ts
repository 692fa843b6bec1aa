import { openJson, readPiece } from "./open_json.ts";

/** Whether `text` is a JSON object or the start of one. */
export function isObjectPrefix(text: string): boolean {
  if (text.trim() === "") return true;
  if (!text.trimStart().startsWith("{")) return false;
  const open = openJson();
  readPiece(open, text);
  const closers = open.closers.toReversed().join("");
  if (open.inString) {
    const whole = text.replace(/(\\u[\da-fA-F]{0,3}|(?<=(?:^|[^\\])(?:\\\\)*)\\)$/, "");
    return ['"', '":null'].some((end) => parses(whole + end + closers));
  }
  // Complete a truncated literal or number.
  const whole = text.replace(
    /[a-z]+$/,
    (word) => /^(t(r(u)?)?|f(a(l(s)?)?)?|n(u(l)?)?)$/.test(word) ? "null" : word,
  )
    .replace(/-?(\d+\.?\d*[eE][+-]?|\d+\.|-)$/, "0");
  return ["", "null", ":null", '"":null'].some((end) => parses(whole + end + closers));
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
