/**
 * Finds names in a body that parsers interpret differently. JSON.parse uses the last of two equal names, others the
 * first; servers in Go match names case-insensitively, and may run `Model` while the gateway priced `model`. Bodies are
 * forwarded byte for byte, so such a body is refused.
 */

/** A duplicate name, or one with the wrong case. */
export interface NameFault {
  /** Path of the name: names and indexes joined by dots. */
  path: string;
  reason: string;
}

/** Fields that the gateway uses; in another case only the provider might recognise them. */
const READ = new Set([
  "model",
  "messages",
  "input",
  "prompt",
  "stream",
  "stream_options",
  "max_tokens",
  "max_completion_tokens",
  "n",
  "tools",
  "functions",
]);

/** Fields with caller-defined names inside, which may differ only in case. */
const FREE = new Set([
  "parameters",
  "schema",
  "input_schema",
  "input",
  "arguments",
  "metadata",
  "logit_bias",
  "documents",
  "chat_template_kwargs",
]);

interface Frame {
  /** The names so far; undefined for a list. */
  names: string[] | undefined;
  /** Whether some name is not plain lower case. */
  odd: boolean;
  free: boolean;
  /** Position in a list. */
  index: number;
}

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const COMMA = 44;
const COLON = 58;
// Up to this number, names are compared in pairs, which needs no memory.
const FEW = 8;

/** The first fault in `text`, which must be a valid JSON object. In linear time. */
export function nameFault(text: string): NameFault | undefined {
  const frames: Frame[] = [];
  let frame: Frame | undefined;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const numbers = code === OPEN_LIST ? numbersEnd(text, at + 1) : 0;
    if (code === QUOTE) {
      const end = stringEnd(text, at);
      if (frame?.names && text.charCodeAt(next(text, end + 1)) === COLON) addName(frame, text, { at, end });
      at = end;
    } else if (numbers > 0) {
      at = numbers - 1;
    } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      const free = frame !== undefined && (frame.free || FREE.has(frame.names?.at(-1) ?? ""));
      frame = { names: code === OPEN_OBJECT ? [] : undefined, odd: false, free, index: 0 };
      frames.push(frame);
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      const fault = faultOf(frame, frames.length === 1);
      frames.pop();
      if (fault) return { path: [...frames.map(pathOf), fault.name].join("."), reason: fault.reason };
      frame = frames.at(-1);
    } else if (code === COMMA && frame) {
      frame.index += 1;
    }
  }
  return undefined;
}

function pathOf({ names, index }: Frame): string {
  return names?.at(-1) ?? String(index);
}

/** End of the string at `start`: a quote after an even number of backslashes. */
function stringEnd(text: string, start: number): number {
  for (let from = start + 1;;) {
    const end = text.indexOf('"', from);
    if (end < 0) return text.length;
    let before = end - 1;
    while (before >= from && text.charCodeAt(before) === BACKSLASH) before--;
    if ((end - 1 - before) % 2 === 0) return end;
    from = end + 1;
  }
}

const NUMBERS = /[\d\s,.eE+-]*\]/y;

/** End of a list of only numbers, such as token ids, which can be skipped; 0 for any other. */
function numbersEnd(text: string, from: number): number {
  NUMBERS.lastIndex = from;
  return NUMBERS.test(text) ? NUMBERS.lastIndex : 0;
}

function next(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= 32) at++;
  return at;
}

function addName(frame: Frame, text: string, { at, end }: { at: number; end: number }): void {
  const written = text.slice(at + 1, end);
  const name: string = written.includes("\\") ? JSON.parse(text.slice(at, end + 1)) : written;
  frame.names?.push(name);
  frame.odd ||= /[^a-z0-9_]/.test(name);
}

function faultOf(frame: Frame | undefined, top: boolean): { name: string; reason: string } | undefined {
  if (!frame?.names) return undefined;
  const { names, odd, free } = frame;
  const twice = doubled(names);
  if (twice !== undefined) return { name: twice, reason: "is given twice" };
  if (!odd || free) return undefined;
  const foldedNames = names.map(folded);
  const same = doubled(foldedNames);
  if (same !== undefined) {
    const name = names.findLast((name) => folded(name) === same && name !== same) ?? same;
    return { name, reason: `is given twice, as ${alike(names, same)}` };
  }
  const other = top ? names.find((name) => READ.has(folded(name)) && folded(name) !== name) : undefined;
  return other === undefined ? undefined : { name: other, reason: `must be written '${folded(other)}'` };
}

function doubled(names: readonly string[]): string | undefined {
  const { length } = names;
  if (length > FEW) {
    if (new Set(names).size === length) return undefined;
    const seen = new Set<string>();
    return names.find((name) => seen.size === seen.add(name).size);
  }
  for (let i = 1; i < length; i++) {
    for (let j = 0; j < i; j++) if (names[i] === names[j]) return names[i];
  }
  return undefined;
}

/** Compares names like Go: case-insensitively, with `ſ` as s and the Kelvin sign as k. */
function folded(name: string): string {
  return name.toUpperCase().toLowerCase();
}

function alike(names: readonly string[], name: string): string {
  return names.filter((other) => folded(other) === name).slice(0, 3).map((other) => `'${other}'`).join(
    " and ",
  );
}
