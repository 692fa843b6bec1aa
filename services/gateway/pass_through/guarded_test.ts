/** Safety policies on providers' own endpoints. */
import assert from "node:assert/strict";
import { guardedBy, replacingGuard } from "../calls/replacing_guard_fixture.ts";
import { chatChunk, chatStream } from "../messages/chat_script.ts";
import type { Recorded } from "lib/testing.ts";
import type { Target } from "../providers/target.ts";
import { sse } from "../wires/wire_fixture.ts";
import { type Passing, posted, withProvider } from "./pass_through_fixture.ts";

const LONG = "a long answer ".repeat(20);

async function guarded(
  script: (recorded: Recorded) => Response,
  test: (passing: Passing) => Promise<void>,
  target: Partial<Target> = {},
  caller = {},
) {
  await using guard = replacingGuard();
  await withProvider(script, test, { target, caller, deps: { guardrails: guardedBy(guard.url) } });
}

Deno.test("policies' replacements apply to requests and answers of any protocol", async () => {
  const part = { functionCall: { name: "f", args: { who: "sara" } }, thoughtSignature: "sara" };
  const answer = { candidates: [{ content: { parts: [{ text: "hello sara" }, part] } }] };
  await guarded(() => Response.json(answer), async ({ ask, last }) => {
    const contents = [{ role: "user", parts: [{ text: "I am sara" }, { inlineData: { data: "c2FyYQ==" } }] }];
    const response = await ask("/v1beta/models/m:generateContent", posted({ contents }));
    const { candidates } = await response.json();
    assert.deepEqual(candidates[0].content.parts, [
      { text: "hello [X]" },
      { functionCall: { name: "f", args: { who: "[X]" } }, thoughtSignature: "sara" },
    ]);
    assert.deepEqual(JSON.parse(last()?.body ?? ""), {
      contents: [{ role: "user", parts: [{ text: "I am [X]" }, { inlineData: { data: "c2FyYQ==" } }] }],
    });
  }, { wire: "gemini" });
});

Deno.test("policies replace text across the events of a stream in every protocol, and keep it valid", async () => {
  const streams: [Partial<Target>, () => Response, RegExp][] = [
    [
      {},
      () => chatStream([chatChunk({ content: "hello sa" }), chatChunk({ content: `ra, ${LONG}` }, "stop")]),
      /"content":"(.*?)"/g,
    ],
    [
      { wire: "anthropic" },
      () =>
        sse(["hello sa", `ra, ${LONG}`].map((text) => ({
          type: "content_block_delta",
          index: 0,
          delta: { type: "text_delta", text },
        }))),
      /"text":"(.*?)"/g,
    ],
    [
      { wire: "gemini" },
      () =>
        sse(
          ["hello sa", `ra, ${LONG}`].map((text) => ({ candidates: [{ content: { parts: [{ text }] } }] })),
        ),
      /"text":"(.*?)"/g,
    ],
  ];
  for (const [target, script, pieces] of streams) {
    await guarded(script, async ({ ask }) => {
      const text = await (await ask("/v1/x", posted({ model: "m", stream: true }))).text();
      assert.equal(text.matchAll(pieces).map(([, piece]) => piece).toArray().join(""), `hello [X], ${LONG}`);
      assert.ok(
        text.split("\n\n").filter((frame) => frame !== "").every((frame) =>
          /^(event: .*\n)?data: /.test(frame)
        ),
      );
    }, target);
  }
});

Deno.test("signed thinking is never changed: a match in it blocks the answer", async () => {
  const events = [
    { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "it is sara" } },
    { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "SIG" } },
  ];
  const whole = { content: [{ type: "thinking", thinking: "it is sara", signature: "SIG" }] };
  const script = ({ body }: Recorded) => JSON.parse(body).stream ? sse(events) : Response.json(whole);
  await guarded(script, async ({ ask, gateway }) => {
    for (const stream of [true, false]) {
      const response = await ask("/v1/messages", posted({ model: "m", stream }));
      assert.equal(response.status, 403);
      assert.match(await response.text(), /cannot be redacted because the provider signed it/);
    }
    assert.deepEqual((await gateway.recorded(2)).map(({ outcome }) => outcome), ["blocked", "blocked"]);
  }, { wire: "anthropic" });
});

Deno.test("with policies in force forms and binary answers are refused as unreadable; audio and images pass", async () => {
  const answers: Record<string, string> = {
    "/v1/audio": "audio/mpeg",
    "/v1/events": "application/vnd.amazon.eventstream",
    "/v1/content": "text/plain",
    "/v1/lines": "application/x-ndjson",
  };
  const script = ({ path }: Recorded) =>
    new Response("it is sara", { headers: { "content-type": answers[path] ?? "" } });
  await guarded(script, async ({ ask, provider }) => {
    const form = new FormData();
    form.set("prompt", "sara");
    const refused = await ask("/v1/images/edits", { method: "POST", body: form });
    assert.equal(refused.status, 403);
    await refused.body?.cancel();
    const asked = await ask("/v1/files?name=sara");
    assert.equal(asked.status, 403);
    await asked.body?.cancel();
    assert.equal(provider.requests.length, 0);
    const got = async (path: string) => {
      const response = await ask(path);
      return [response.status, await response.text()];
    };
    assert.deepEqual(await got("/audio"), [200, "it is sara"]);
    assert.deepEqual(await got("/content"), [200, "it is [X]"]);
    assert.deepEqual(await got("/lines"), [200, "it is [X]"]);
    assert.equal((await got("/events"))[0], 403);
  });
});

Deno.test("policies are skipped only on request of a caller with that right", async () => {
  const skip = { "content-type": "application/json", "x-diwan-guardrails": "skip" };
  for (const may_skip_guardrails of [true, false]) {
    await guarded(
      () => Response.json({}),
      async ({ ask, last }) => {
        const post = { ...posted({ model: "m", prompt: "sara" }), headers: skip };
        await (await ask("/x", post)).body?.cancel();
        assert.equal(JSON.parse(last()?.body ?? "").prompt, may_skip_guardrails ? "sara" : "[X]");
      },
      {},
      { may_skip_guardrails },
    );
  }
});
