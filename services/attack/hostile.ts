/** Generates requests that no honest caller sends, from an operation's own schema. */
import fc from "fast-check";
import { type Attempt, sampleOf, type Schema, type Target } from "./target.ts";

/**
 * Texts that have broken databases, file systems, shells, pages, spreadsheets, regular expressions and
 * readers.
 */
const TEXTS = [
  "\0",
  "a\0b",
  "\ud800",
  "\udc00\ud800",
  "",
  "   ",
  "\u200f\u202e\u2066",
  "x".repeat(100_000),
  "ا".repeat(20_000),
  "👨‍👩‍👧‍👦".repeat(2_000),
  "../../../etc/passwd",
  "..%2f..%2fetc%2fpasswd",
  "/etc/passwd",
  "C:\\Windows\\win.ini",
  "' or 1=1 --",
  "'; drop table agents.agents; --",
  "%' and 1=1 --",
  "\\",
  "%",
  "_",
  "${7*7}{{7*7}}<%= 7*7 %>",
  "<script>alert(1)</script>",
  "=cmd|' /C calc'!A0",
  "\r\nSet-Cookie: a=b",
  "__proto__",
  "constructor",
  "null",
  "undefined",
  "NaN",
  "-0",
  "1e999",
  "9007199254740993",
  "99999999999999999999999999999999999999",
  "2026-02-30T25:61:61Z",
  "0000-00-00",
  "+275760-09-13T00:00:00.001Z",
  "http://169.254.169.254/latest/meta-data/",
  "http://[::ffff:127.0.0.1]:8000/",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "(a+)+$",
  "a".repeat(5_000) + "!",
  "[".repeat(5_000),
  "00000000-0000-0000-0000-000000000000",
  "🏴".normalize("NFD"),
];

const VALUES: unknown[] = [
  ...TEXTS,
  null,
  true,
  0,
  -1,
  1.5,
  -1e308,
  1e308,
  2 ** 53,
  2 ** 31,
  [],
  {},
  [[[[[[]]]]]],
  { __proto__: { admin: true } },
  { $ref: "#" },
  Array(2_000).fill("x"),
  Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`k${index}`, index])),
];

/** Bodies that are not JSON, or absurd JSON. */
const RAW = [
  "",
  "{",
  "nul",
  "\ufeff{}",
  '{"a":1,"a":2}',
  "[".repeat(50_000) + "]".repeat(50_000),
  '{"a":'.repeat(20_000) + "1" + "}".repeat(20_000),
  "1".repeat(50_000),
  `"${"\\u0000".repeat(1_000)}"`,
  "\u0000\u0001\u0002",
];

const text = fc.constantFrom(...TEXTS);
// No server accepts longer addresses, and no client sends them.
const short = fc.constantFrom(...TEXTS.map((text) => text.slice(0, 2_000)));
const value = fc.oneof(fc.constantFrom(...VALUES), fc.jsonValue());

/** Requests to `target` with at least one fault each. */
export function hostileAttempts(target: Target): fc.Arbitrary<Attempt> {
  const names = target.parameters.map(({ name }) => name);
  const parameters = names.length > 0
    ? fc.dictionary(fc.constantFrom(...names), short, { minKeys: 1, noNullPrototype: true })
    : fc.constant<Record<string, string>>({});
  if (!target.body) return fc.record({ parameters });
  const body = target.body.type === "application/json" ? jsonBodies(target, target.body.schema) : forms();
  return fc.oneof(fc.record({ parameters }), fc.record({ body }), fc.record({ parameters, body }));
}

/** The sample with a field replaced, removed or added, arbitrary JSON, or no JSON at all. */
function jsonBodies(target: Target, schema: Schema): fc.Arbitrary<string> {
  const sample = sampleOf(schema, target.schemas);
  const fields = typeof sample === "object" && sample !== null ? Object.keys(sample) : [];
  const known = fieldsOf(schema, target.schemas);
  const all = [...new Set([...fields, ...known])];
  const spoilt = all.length === 0 ? value : fc.tuple(fc.constantFrom(...all), value).map(([name, value]) => ({
    ...(typeof sample === "object" ? sample : {}),
    [name]: value,
  }));
  return fc.oneof(
    { weight: 6, arbitrary: spoilt.map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: value.map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: fc.constantFrom(...RAW) },
  );
}

function fieldsOf(schema: Schema, schemas: Record<string, Schema>): string[] {
  const found = schema.$ref ? schemas[schema.$ref.split("/").at(-1) ?? ""] : schema;
  return Object.keys(found?.properties ?? {});
}

function forms(): fc.Arbitrary<BodyInit> {
  const content = fc.oneof(
    fc.uint8Array({ maxLength: 2_000 }),
    text.map((text) => new TextEncoder().encode(text)),
  );
  const types = ["pdf", "png", "docx", "wav", "mp3", "tiff", "txt"];
  const MAGIC = ["%PDF-1.7\n", "\x89PNG\r\n\x1a\n", "PK\x03\x04", "RIFF....WAVEfmt ", "ID3", "II*\0", ""];
  return fc.tuple(content, fc.nat(types.length - 1), text).map(([bytes, kind, name]) => {
    const form = new FormData();
    const start = Uint8Array.from(MAGIC[kind] ?? "", (character) => character.charCodeAt(0));
    const file = new File(
      [start, new Uint8Array(bytes)],
      `${name.toWellFormed().slice(0, 300)}.${types[kind]}`,
    );
    form.append("file", file);
    return form;
  });
}
