/** Finds a value in JSON bytes, so that it can be replaced without parsing and serialising. */
import { stringEnd } from "./body_parts.ts";

const [QUOTE, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT, COLON] = [34, 91, 93, 123, 125, 58];

/** The range of the string under `name` in the top-level object of `json`, which must be valid. */
export function topValue(json: Uint8Array, name: string): { start: number; end: number } | undefined {
  let depth = 0;
  let named = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0;
    if (byte === QUOTE) {
      const end = stringEnd(json, at);
      if (named) return { start: at, end: end + 1 };
      named = depth === 1 && isName(json, end + 1) && nameAt(json, at, end) === name;
      at = end;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      depth += 1;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      depth -= 1;
    }
  }
  return undefined;
}

/** Whether a colon comes next. */
function isName(json: Uint8Array, from: number): boolean {
  let at = from;
  while ((json[at] ?? COLON) <= 32) at++;
  return json[at] === COLON;
}

function nameAt(json: Uint8Array, start: number, end: number): unknown {
  return JSON.parse(new TextDecoder().decode(json.subarray(start, end + 1)));
}
