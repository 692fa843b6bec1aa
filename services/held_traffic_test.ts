/** The guard's own proxy and the gateway hold back the same, however an answer is cut and wherever in it a text stands. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { serveScript, testOnEngines } from "lib/testing.ts";
import { startGateway, testTarget } from "./gateway/calls/call_fixture.ts";
import { createGuardrails } from "./gateway/calls/guardrails.ts";
import { gatewayClient } from "./guard/gateway_client.ts";
import { MIGRATIONS, type TestGuard, testGuard } from "./guard/guard_fixture.ts";
import { bearer } from "lib/testing.ts";

const KEYWORDS = ["project falcon", "عملية الصقر", "ass"];
const PATTERNS = ["zx-\\d{4}-[a-z]{3,8}", "<draft>.*</draft>"];
/** Blocked texts, and the part of each that may not leave. */
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
const FIELDS = ["content", "reasoning_content", "tool 0", "tool 1"] as const;

interface Stream {
  /** The text, by choice and field. */
  texts: { choice: number; field: typeof FIELDS[number]; text: string }[];
  /** Where the texts are cut. */
  size: number;
  /** One text after another, or a piece of each in turn. */
  mixed: boolean;
}

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

function deltaOf(field: typeof FIELDS[number], text: string): object {
  if (!field.startsWith("tool")) return { [field]: text };
  return { tool_calls: [{ index: Number(field.at(-1)), function: { arguments: text } }] };
}

/** The events of a stream, as a provider sends them. */
function bodyOf({ texts, size, mixed }: Stream): string {
  const base = { id: "c1", object: "chat.completion.chunk", created: 1, model: "m" };
  const chunks = texts.flatMap(({ choice, field, text }) =>
    Array.from({ length: Math.ceil(text.length / size) }, (_, i) => ({
      at: mixed ? i : 0,
      chunk: { index: choice, delta: deltaOf(field, text.slice(i * size, (i + 1) * size)) },
    }))
  ).sort((a, b) => a.at - b.at).map(({ chunk }) => chunk);
  const ends = [...new Set(texts.map(({ choice }) => choice))]
    .map((index) => ({ index, delta: {}, finish_reason: "stop" }));
  return [...chunks, ...ends].map((choice) => `data: ${JSON.stringify({ ...base, choices: [choice] })}\n\n`)
    .join("") + "data: [DONE]\n\n";
}

/** The text that a client receives, by choice and field. */
function receivedOf(body: string): Map<string, string> {
  const received = new Map<string, string>();
  const add = (key: string, text: string) => received.set(key, (received.get(key) ?? "") + text);
  for (const line of body.split("\n\n")) {
    if (!line.startsWith("data: {")) continue;
    for (const { index, delta = {} } of JSON.parse(line.slice(6)).choices ?? []) {
      for (const field of ["content", "reasoning_content"]) {
        if (delta[field]) add(`${index} ${field}`, delta[field]);
      }
      for (const call of delta.tool_calls ?? []) add(`${index} tool ${call.index}`, call.function.arguments);
    }
  }
  return received;
}

interface Ways extends AsyncDisposable {
  guard: TestGuard;
  /** The text that a client receives of a stream from the guard's own proxy, and from the gateway. */
  ask: Record<"guard" | "gateway", (stream: Stream) => Promise<string>>;
}

async function waysOf(sql: Parameters<typeof testGuard>[0]): Promise<Ways> {
  let said = "";
  const provider = serveScript(() =>
    new Response(said, { headers: { "content-type": "text/event-stream" } })
  );
  const guard = await testGuard(sql, { gateway: gatewayClient({ baseUrl: provider.url, apiKey: "key-1" }) });
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, guard.app.fetch);
  const token = (await bearer("user")).authorization.replace("Bearer ", "");
  const gateway = await startGateway({
    models: { m: [testTarget(provider.url)] },
    deps: {
      guardrails: createGuardrails({
        baseUrl: `http://127.0.0.1:${server.addr.port}`,
        failOpen: false,
        token: () => Promise.resolve(token),
      }),
    },
  });
  const request = { model: "m", stream: true, messages: [{ role: "user", content: "hi" }] };
  return {
    guard,
    ask: {
      async guard(stream) {
        said = bodyOf(stream);
        return (await guard.ask("POST", "/proxy/chat/completions", request)).text;
      },
      async gateway(stream) {
        said = bodyOf(stream);
        return await (await gateway.post(request)).text();
      },
    },
    async [Symbol.asyncDispose]() {
      await guard.flush();
      await gateway[Symbol.asyncDispose]();
      await server.shutdown();
      await provider[Symbol.asyncDispose]();
    },
  };
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
