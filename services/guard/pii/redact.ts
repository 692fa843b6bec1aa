import type { Entity } from "./entity.ts";

type Place = Pick<Entity, "type" | "start" | "end">;

/** The text with every entity replaced by [REDACTED_TYPE]. */
export function redact(text: string, entities: readonly Place[]): string {
  return replaced(text, entities, (entity) => `[REDACTED_${entity.type}]`);
}

function replaced<T extends Place>(
  text: string,
  entities: readonly T[],
  marker: (entity: T) => string,
): string {
  let result = "";
  let from = 0;
  const values = entities.length > 0 && isJson(text) ? jsonValues(text) : undefined;
  for (const entity of entities) {
    const value = values?.find(({ start, end }) => start <= entity.start && entity.start < end);
    // A number in JSON is replaced whole, by a string.
    const [start, end] = value ? [value.start, value.end] : [entity.start, entity.end];
    if (start < from) continue;
    result += text.slice(from, start) + (value ? JSON.stringify(marker(entity)) : marker(entity));
    from = end;
  }
  return result + text.slice(from);
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The offsets of non-string values in a JSON text. */
function jsonValues(text: string): { start: number; end: number }[] {
  const values: { start: number; end: number }[] = [];
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/gs)) {
    if (!token.startsWith('"')) values.push({ start: index, end: index + token.length });
  }
  return values;
}

/** The longest marker of a vault: a stream holds back as much to restore a split marker. */
export const LONGEST_MARKER = 56;
const MARKER = /\[REDACTED_[A-Z][A-Z0-9_]{1,30}_\d{1,6}\]/g;
const MARKER_START = /\[[A-Z_0-9]{0,54}$/;

/** Maps markers to values. */
export interface Restorer {
  /** The text with the markers turned back into their values. */
  restore(text: string): string;
  /** The offsets of markers in a text, and their values. */
  edits(text: string): { start: number; end: number; text: string }[];
  /** Length of the text's tail that may be the beginning of a marker. */
  openEnd(text: string): number;
}

export interface Vault extends Restorer {
  /** Replaces every entity with a numbered marker, the same value always with the same one. */
  hide(text: string, entities: readonly Entity[]): string;
  size(): number;
}

/** A vault of hidden values for one conversation. Markers that occur in the texts already are not used. */
export function vault(taken: readonly string[] = []): Vault {
  const markers = new Map<string, string>();
  const values = new Map<string, string>();
  const used = new Set(taken.flatMap((text) => text.match(MARKER) ?? []));
  const counts = new Map<string, number>();

  function markerFor(entity: Entity): string {
    const key = `${entity.type} ${entity.value}`;
    const known = markers.get(key);
    if (known) return known;
    let count = counts.get(entity.type) ?? 0;
    let marker: string;
    do marker = `[REDACTED_${entity.type}_${++count}]`; while (used.has(marker));
    counts.set(entity.type, count);
    markers.set(key, marker);
    values.set(marker, entity.value);
    return marker;
  }
  return {
    hide: (text, entities) => replaced(text, entities, markerFor),
    restore: (text) => text.replace(MARKER, (marker) => values.get(marker) ?? marker),
    edits: (text) =>
      [...text.matchAll(MARKER)].flatMap(({ 0: marker, index }) => {
        const value = values.get(marker);
        return value === undefined ? [] : [{ start: index, end: index + marker.length, text: value }];
      }),
    openEnd: (text) =>
      values.size === 0 ? 0 : MARKER_START.exec(text.slice(-LONGEST_MARKER))?.[0].length ?? 0,
    size: () => values.size,
  };
}
