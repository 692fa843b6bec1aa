/** Counts names, objects and lists in JSON, without parsing it. */

const QUOTE = 34;
const BACKSLASH = 92;
const PARTS = new Set([..."{[:"].map((character) => character.charCodeAt(0)));

/** Whether JSON in UTF-8 has more than `most` of them, in linear time without memory; checked before parsing. */
export function hasMoreParts(json: Uint8Array, most: number): boolean {
  let count = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0;
    if (byte === QUOTE) at = stringEnd(json, at);
    else if (PARTS.has(byte) && ++count > most) return true;
  }
  return false;
}

/** End of the string at `start`: a quote after an even number of backslashes. */
export function stringEnd(json: Uint8Array, start: number): number {
  for (let from = start + 1;;) {
    const end = json.indexOf(QUOTE, from);
    if (end < 0) return json.length;
    let before = end - 1;
    while (before >= from && json[before] === BACKSLASH) before--;
    if ((end - 1 - before) % 2 === 0) return end;
    from = end + 1;
  }
}
