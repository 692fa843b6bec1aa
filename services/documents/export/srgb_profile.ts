/** The ICC profile of sRGB (ICC.1:2001-04, IEC 61966-2-1): a matrix and one tone curve for all channels. */

const encoder = new TextEncoder();
const HEADER = 128;
const ENTRIES = 1024;

/** White point and primaries as XYZ under D50: the matrix of IEC 61966-2-1 with Bradford adaptation. */
const POINTS = {
  wtpt: [0.9642, 1, 0.8249],
  rXYZ: [0.43607, 0.22249, 0.01392],
  gXYZ: [0.38515, 0.71687, 0.09708],
  bXYZ: [0.14307, 0.06061, 0.7141],
};

export function srgbProfile(): Uint8Array {
  const tags: [string, Uint8Array][] = [
    ["desc", description("sRGB IEC61966-2.1")],
    ["cprt", typed("text", encoder.encode("No copyright\0"))],
    ...Object.entries(POINTS).map(([name, point]): [string, Uint8Array] => [name, xyz(point)]),
  ];
  const curve = toneCurve();
  for (const name of ["rTRC", "gTRC", "bTRC"]) tags.push([name, curve]);
  const table = 4 + tags.length * 12;
  const places = new Map<Uint8Array, number>();
  let end = HEADER + table;
  for (const [, data] of tags) {
    if (places.has(data)) continue;
    places.set(data, end);
    end += Math.ceil(data.length / 4) * 4;
  }
  const profile = new Uint8Array(end);
  const view = new DataView(profile.buffer);
  writeHeader(profile, view);
  view.setUint32(HEADER, tags.length);
  for (const [i, [name, data]] of tags.entries()) {
    const at = HEADER + 4 + i * 12;
    const place = places.get(data) ?? 0;
    profile.set(encoder.encode(name), at);
    view.setUint32(at + 4, place);
    view.setUint32(at + 8, data.length);
    profile.set(data, place);
  }
  return profile;
}

function writeHeader(profile: Uint8Array, view: DataView): void {
  const text = (at: number, value: string) => profile.set(encoder.encode(value), at);
  view.setUint32(0, profile.length);
  view.setUint32(8, 0x02100000);
  text(12, "mntrRGB XYZ ");
  for (const [i, part] of [2026, 1, 1].entries()) view.setUint16(24 + i * 2, part);
  text(36, "acsp");
  for (const [i, value] of [0.9642, 1, 0.8249].entries()) view.setInt32(68 + i * 4, fixed(value));
}

function typed(name: string, data: Uint8Array): Uint8Array {
  const tag = new Uint8Array(8 + data.length);
  tag.set(encoder.encode(name));
  tag.set(data, 8);
  return tag;
}

/** A textDescriptionType: ASCII name, with empty Unicode and ScriptCode parts. */
function description(name: string): Uint8Array {
  const data = new Uint8Array(4 + name.length + 1 + 8 + 3 + 67);
  new DataView(data.buffer).setUint32(0, name.length + 1);
  data.set(encoder.encode(name), 4);
  return typed("desc", data);
}

function xyz(values: number[]): Uint8Array {
  const data = new DataView(new ArrayBuffer(12));
  for (const [i, value] of values.entries()) data.setInt32(i * 4, fixed(value));
  return typed("XYZ ", new Uint8Array(data.buffer));
}

function toneCurve(): Uint8Array {
  const data = new DataView(new ArrayBuffer(4 + ENTRIES * 2));
  data.setUint32(0, ENTRIES);
  for (let i = 0; i < ENTRIES; i++) {
    const value = i / (ENTRIES - 1);
    const linear = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    data.setUint16(4 + i * 2, Math.round(linear * 65_535));
  }
  return typed("curv", new Uint8Array(data.buffer));
}

function fixed(value: number): number {
  return Math.round(value * 65_536);
}
