/**
 * The guard's proxy and the gateway hold back the same text, however an answer is split and wherever the text
 * occurs.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { testOnEngines } from "lib/testing.ts";
import { MIGRATIONS, type TestGuard } from "./guard/guard_fixture.ts";
import { FIELDS, receivedOf, type Stream, waysOf } from "./held_traffic_fixture.ts";

const KEYWORDS = ["project falcon", "عملية الصقر", "ass"];
const PATTERNS = ["zx-\\d{4}-[a-z]{3,8}", "<draft>.*</draft>"];
/** Blocked texts, and the part of each that must not be released. */
const SENSITIVE = [
  "project falcon",
  "Project  Falcon",
  "عملية الصقر",
  "ass",
  "zx-1234-abcde",
  "pro\\u006aect f\\u0061lcon",
  "project%20falcon",
  "project-falcon",
  `<draft>${"a word ".repeat(40)}</draft>`,
];
const HARMLESS = [
  "class glass assess",
  "falconers' projects",
  "words of no harm",
  "كلمات عادية",
  "zx-12 ab",
];
function streamOf(sensitive: fc.Arbitrary<string>): fc.Arbitrary<Stream> {
  const filler = fc.array(fc.constantFrom(...HARMLESS), { maxLength: 30 }).map((list) => list.join(" "));
  const text = fc.tuple(filler, sensitive, filler).map((parts) => parts.join(" "));
  return fc.record({
    texts: fc.uniqueArray(
      fc.record({ choice: fc.constantFrom(0, 1), field: fc.constantFrom(...FIELDS), text }),
      {
        minLength: 1,
        maxLength: 4,
        selector: ({ choice, field }) => `${choice} ${field}`,
      },
    ),
    size: fc.oneof(fc.constantFrom(1, 2, 3, 10_000), fc.integer({ min: 1, max: 60 })),
    mixed: fc.boolean(),
  });
}

async function blocking(guard: TestGuard): Promise<void> {
  const rules = [["keyword", { keywords: KEYWORDS }], ["regex", { patterns: PATTERNS }]] as const;
  for (const [rule_type, config] of rules) {
    const policy = { name: rule_type, rule_type, rule_config: JSON.stringify(config), action: "block" };
    assert.equal((await guard.ask("POST", "/policies", policy)).status, 201);
  }
}

testOnEngines(
  "no part of a blocked text leaves by the guard's proxy or by the gateway, whatever the stream",
  { schema: "guard", migrations: MIGRATIONS },
  async (sql) => {
    await using ways = await waysOf(sql);
    await blocking(ways.guard);
    const sensitive = fc.constantFrom(...SENSITIVE);
    for (const ask of [ways.ask.guard, ways.ask.gateway]) {
      await fc.assert(
        fc.asyncProperty(streamOf(sensitive), async (stream) => {
          const answer = await ask(stream);
          assert.match(answer, /content_filter|guardrails_blocked/);
          const received = receivedOf(answer);
          for (const { choice, field, text } of stream.texts) {
            const got = received.get(`${choice} ${field}`) ?? "";
            const at = Math.min(...SENSITIVE.map((one) => text.indexOf(` ${one} `)).filter((at) => at >= 0));
            assert.ok(text.startsWith(got) && got.length <= at + 1, JSON.stringify({ got, text }));
          }
        }),
        { numRuns: 30 },
      );
    }
  },
);

testOnEngines(
  "a harmless stream arrives whole by either way, each text in its order",
  { schema: "guard", migrations: MIGRATIONS },
  async (sql) => {
    await using ways = await waysOf(sql);
    await blocking(ways.guard);
    for (const ask of [ways.ask.guard, ways.ask.gateway]) {
      await fc.assert(
        fc.asyncProperty(streamOf(fc.constantFrom("falcon", "projects falcon", "asses")), async (stream) => {
          const received = receivedOf(await ask(stream));
          for (const { choice, field, text } of stream.texts) {
            assert.equal(received.get(`${choice} ${field}`), text);
          }
        }),
        { numRuns: 15 },
      );
    }
    const { body } = await ways.guard.ask("GET", "/audit/trail?limit=1");
    assert.equal(body[0]?.action, "pass");
  },
);

testOnEngines(
  "one streamed answer with one hit is one event",
  { schema: "guard", migrations: MIGRATIONS },
  async (sql) => {
    await using ways = await waysOf(sql);
    const rule_config = JSON.stringify({ keywords: ["falcon"] });
    const policy = { name: "birds", rule_type: "keyword", rule_config, action: "warn" };
    await ways.guard.ask("POST", "/policies", policy);
    const text = `${"words and words ".repeat(60)} falcon ${"and more words ".repeat(60)}`;
    await ways.ask.gateway({ texts: [{ choice: 0, field: "content", text }], size: 7, mixed: false });
    await ways.guard.flush();
    const { body } = await ways.guard.ask("GET", "/audit/trail");
    const hits = Array.from({ length: 10 }, (_, i) => body[i]).filter((one) => Number(one?.violations) > 0);
    assert.deepEqual(hits.map((one) => one?.details?.context), ["output"]);
  },
);

testOnEngines(
  "personal data is masked or replaced by either way, however the stream is cut",
  { schema: "guard", migrations: MIGRATIONS },
  async (sql) => {
    await using ways = await waysOf(sql);
    const rules = [
      [["EMIRATES_ID", "IBAN"], "mask"],
      [["EMAIL", "CREDIT_CARD", "PRIVATE_KEY"], "replace"],
    ] as const;
    for (const [types, handling] of rules) {
      const rule_config = JSON.stringify({ types, handling, directions: ["output"] });
      const policy = { name: handling, rule_type: "pii", rule_config, action: "log" };
      assert.equal((await ways.guard.ask("POST", "/policies", policy)).status, 201);
    }
    const key = `-----BEGIN PRIVATE KEY-----\n${"MIIEvQIBADANBgkq\n".repeat(30)}-----END PRIVATE KEY-----`;
    const values: [string, string][] = [
      ["784-1990-1234567-6", "***-****-****567-6"],
      ["٧٨٤-١٩٩٠-١٢٣٤٥٦٧-٦", "***-****-****٥٦٧-٦"],
      ["fatima.al-mansoori@example.com", "[REDACTED_EMAIL]"],
      ["4111 1111 1111 1111", "[REDACTED_CREDIT_CARD]"],
      ["AE070331234567890123456", "*******************3456"],
      [key, "[REDACTED_PRIVATE_KEY]"],
    ];
    for (const ask of [ways.ask.guard, ways.ask.gateway]) {
      await fc.assert(
        fc.asyncProperty(streamOf(fc.constantFrom(...values.map(([value]) => value))), async (stream) => {
          const received = receivedOf(await ask(stream));
          for (const { choice, field, text } of stream.texts) {
            const expected = values.reduce((all, [value, shown]) => all.replaceAll(value, shown), text);
            assert.equal(received.get(`${choice} ${field}`), expected);
          }
        }),
        { numRuns: 20 },
      );
    }
  },
);
