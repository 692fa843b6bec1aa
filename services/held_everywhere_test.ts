/**
 * Every kind of value that policies block or replace, split at every position, through the guard's proxy and
 * the gateway.
 */
import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { type Field, FIELDS, receivedOf, type Stream, waysOf } from "./held_traffic_fixture.ts";
import { MIGRATIONS, type TestGuard } from "./guard/guard_fixture.ts";

const KEY = `-----BEGIN PRIVATE KEY-----\n${"MIIEvQIBADANBgkq\n".repeat(4)}-----END PRIVATE KEY-----`;
const JWT =
  "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiI5MTIzIiwibmFtZSI6IlpheWVkIn0.u4YJ3mLkQz8vT1xN5rPcW7bS2dFgH6jK9oEaXyVtUiM";

/** A value of each kind, with the context that its detection needs. */
const VALUES: [type: string, before: string, value: string][] = [
  ["EMAIL", "write to", "fatima.al-mansoori@example.com"],
  ["PHONE", "call", "+971501234567"],
  ["CREDIT_CARD", "card", "4111 1111 1111 1111"],
  ["IBAN", "pay", "AE070331234567890123456"],
  ["IP_ADDRESS", "from", "203.0.113.77"],
  ["MAC_ADDRESS", "device", "3C:22:FB:90:1A:7E"],
  ["URL_CREDENTIALS", "see", "https://deploy:xY7pQ@git.example.net/repo.git"],
  ["CRYPTO_WALLET", "coins to", "1BoatSLRHtKNngkdXEeobR76b53LETtpyT"],
  ["DATE_OF_BIRTH", "born on", "14/02/1988"],
  ["PASSPORT", "passport number is", "N7712093"],
  ["US_SSN", "SSN", "536-22-8841"],
  ["US_ITIN", "ITIN", "912-78-4412"],
  ["EMIRATES_ID", "الهوية", "٧٨٤-١٩٩٠-١٢٣٤٥٦٧-٦"],
  ["SAUDI_ID", "رقم الهوية", "1098765439"],
  ["QATAR_ID", "QID", "28963400912"],
  ["KUWAIT_CIVIL_ID", "الرقم المدني", "287050300002"],
  ["BAHRAIN_CPR", "CPR", "850712349"],
  ["OMAN_CIVIL_ID", "civil id", "71234567"],
  ["UAE_TRN", "TRN", "100394827100003"],
  ["SAUDI_VAT", "VAT", "310122393500003"],
  ["OMAN_VAT", "VATIN", "OM1100034871"],
  ["API_KEY", "key", "AKIAJ7QXN3WZ5RTB2KLP"],
  ["JWT", "token", JWT],
  ["SECRET", "password:", "Qamar#2291!x"],
  ["PRIVATE_KEY", "here:", KEY],
];
const BLOCKED: [type: string, before: string, value: string][] = [
  ["keyword", "the", "project falcon"],
  ["keyword", "عن", "عملية الصقر"],
  ["regex", "ref", "zx-1234-abcde"],
  ["keyword", "the", "pro\\u006aect f\\u0061lcon"],
  ["keyword", "the", "project%20falcon"],
  ["keyword", "the", "c-o-n-f-i-d-e-n-t-i-a-l"],
  ["keyword", "the", "project =66alcon"],
  ["keyword", "say", "70726f6a6563742066616c636f6e"],
];
const [BEFORE, BEHIND] = ["Words of no harm stand here and ", " and some more words behind it, of no harm."];
const CHOICES = [0, 1] as const;

/** Streams that split a value at every position, eight positions at once: one in each field of two choices. */
function* streamsOf(text: string, from: number, to: number): Generator<Stream> {
  const cuts = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  for (let at = 0; at < cuts.length; at += 8) {
    const places = CHOICES.flatMap((choice) => FIELDS.map((field): [number, Field] => [choice, field]));
    const texts = places.map(([choice, field], i) => ({ choice, field, text, cut: cuts[at + i] ?? from }));
    yield { texts, size: 10_000, mixed: true };
  }
  const texts = FIELDS.map((field) => ({ choice: 0, field, text }));
  yield { texts, size: 1, mixed: false };
  yield { texts: [{ choice: 0, field: "content", text }], size: 10_000, mixed: false };
}

async function policy(guard: TestGuard, rule_type: string, config: object, action: string): Promise<void> {
  const body = { name: rule_type, rule_type, rule_config: JSON.stringify(config), action };
  assert.equal((await guard.ask("POST", "/policies", body)).status, 201);
}

const options = { schema: "guard", migrations: MIGRATIONS };

testOnEngines("every kind of personal data is replaced, wherever a stream is cut", options, async (sql) => {
  await using ways = await waysOf(sql);
  const types = VALUES.map(([type]) => type);
  await policy(ways.guard, "pii", { types, handling: "replace", directions: ["output"] }, "log");
  for (const ask of [ways.ask.guard, ways.ask.gateway]) {
    for (const [type, before, value] of VALUES) {
      const start = BEFORE.length + before.length + 1;
      const text = `${BEFORE}${before} ${value}${BEHIND}`;
      for (const stream of streamsOf(text, start, Math.min(start + value.length, start + 47))) {
        const received = receivedOf(await ask(stream));
        for (const { choice, field } of stream.texts) {
          assert.equal(
            received.get(`${choice} ${field}`),
            text.replace(value, `[REDACTED_${type}]`),
            `${type} ${JSON.stringify(stream)}`,
          );
        }
      }
    }
  }
});

testOnEngines("no part of what is blocked leaves, wherever a stream is cut", options, async (sql) => {
  await using ways = await waysOf(sql);
  await policy(
    ways.guard,
    "keyword",
    { keywords: ["project falcon", "عملية الصقر", "confidential"] },
    "block",
  );
  await policy(ways.guard, "regex", { patterns: ["zx-\\d{4}-[a-z]{3,8}"] }, "block");
  for (const ask of [ways.ask.guard, ways.ask.gateway]) {
    for (const [, before, value] of BLOCKED) {
      const start = BEFORE.length + before.length + 1;
      const text = `${BEFORE}${before} ${value}${BEHIND}`;
      for (const stream of streamsOf(text, start, start + value.length)) {
        const answer = await ask(stream);
        assert.match(answer, /content_filter|guardrails_blocked/);
        for (const [field, got] of receivedOf(answer)) {
          assert.ok(
            text.startsWith(got) && got.length <= start,
            `${field} ${JSON.stringify({ got, value })}`,
          );
        }
      }
    }
  }
});
