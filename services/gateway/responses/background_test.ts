import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { testCaller } from "../calls/call_fixture.ts";
import { rateLimitExceeded, rbacDenied } from "../errors.ts";
import { chatChunk } from "../messages/chat_script.ts";
import { BACKGROUND, DATABASE, ended, isError, type Script, withBench } from "./background_fixture.ts";
import { backgroundStore } from "./background_store.ts";

testOnEngines(
  "openai: a background response is queued, requested once, read by its id, and can be continued",
  DATABASE,
  async (sql) => {
    await withBench(sql, async ({ openai, stranger, work, asked, gateway }) => {
      const queued = await openai.responses.create({ ...BACKGROUND, metadata: { a: "b" } });
      assert.deepEqual([queued.status, queued.background, queued.output, asked()], ["queued", true, [], 0]);
      assert.equal((await openai.responses.retrieve(queued.id)).status, "queued");
      await assert.rejects(
        openai.responses.create({ model: "m", input: "And?", previous_response_id: queued.id }),
        isError(400, "previous_response_id"),
      );
      work();
      const response = await ended(openai, queued.id);
      assert.deepEqual([response.id, response.status, response.output_text], [
        queued.id,
        "completed",
        "whole",
      ]);
      assert.deepEqual([response.background, response.metadata], [true, { a: "b" }]);
      assert.deepEqual([response.created_at, asked()], [queued.created_at, 1]);
      const [record] = await gateway.recorded(1);
      assert.deepEqual([record?.outcome, record?.resource, record?.actor], ["ok", "/v1/responses", "key:k1"]);
      const { data } = await openai.responses.inputItems.list(queued.id);
      assert.equal(data.length, 1);
      const next = await openai.responses.create({
        model: "m",
        input: "And?",
        previous_response_id: queued.id,
      });
      assert.equal(next.output_text, "whole");
      assert.equal((await openai.responses.cancel(queued.id)).status, "completed");
      await assert.rejects(openai.responses.cancel(next.id), isError(400, "background"));
      await assert.rejects(stranger.responses.retrieve(queued.id), isError(404, "id"));
      await assert.rejects(stranger.responses.cancel(queued.id), isError(404, "id"));
      await openai.responses.delete(queued.id);
      await assert.rejects(openai.responses.retrieve(queued.id), isError(404, "id"));
    });
  },
);

testOnEngines(
  "openai: a background stream runs on without its client and can be read again from any event",
  DATABASE,
  async (sql) => {
    await withBench(sql, async ({ openai, work, asked }) => {
      const leaving = await openai.responses.create({ ...BACKGROUND, stream: true });
      let id = "";
      for await (const event of leaving) {
        if (event.type === "response.queued") id = event.response.id;
        break;
      }
      work();
      const response = await ended(openai, id);
      assert.deepEqual([response.status, response.output_text, asked()], ["completed", "one two", 1]);
      const events = await Array.fromAsync(await openai.responses.retrieve(id, { stream: true }));
      assert.deepEqual(events.map(({ sequence_number }) => sequence_number), [...events.keys()]);
      assert.deepEqual([events[0]?.type, events[1]?.type], ["response.queued", "response.created"]);
      const last = events.at(-1);
      assert.ok(last?.type === "response.completed");
      assert.deepEqual([last.response.id, last.response.output_text ?? "one two"], [id, "one two"]);
      const rest = await Array.fromAsync(
        await openai.responses.retrieve(id, { stream: true, starting_after: 3 }),
      );
      assert.deepEqual(rest, events.slice(4));
      const texts = events.flatMap((event) =>
        event.type === "response.output_text.delta" ? [event.delta] : []
      );
      assert.equal(texts.join(""), "one two");
      const whole = await openai.responses.create(BACKGROUND);
      await assert.rejects(openai.responses.retrieve(whole.id, { stream: true }), isError(400, "stream"));
    });
  },
);

testOnEngines(
  "openai: cancelling or deleting a response aborts the provider's call, whole and streamed, and records it",
  DATABASE,
  async (sql) => {
    const begun: PromiseWithResolvers<void>[] = [];
    const left: Promise<void>[] = [];
    const silent: Script = ({ stream }, request) => {
      left.push(new Promise((resolve) => request.signal.addEventListener("abort", () => resolve())));
      begun.shift()?.resolve();
      if (!stream) return new Promise(() => {});
      const first = `data: ${JSON.stringify(chatChunk({ content: "one " }))}\n\n`;
      const body = new ReadableStream({ start: (c) => c.enqueue(new TextEncoder().encode(first)) });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    };
    await withBench(sql, async ({ openai, work, asked, gateway }) => {
      work();
      for (const [stream, end] of [[false, "cancel"], [true, "cancel"], [false, "delete"]] as const) {
        const beginning = Promise.withResolvers<void>();
        begun.push(beginning);
        const created = await openai.responses.create({ ...BACKGROUND, stream });
        let id = "id" in created ? created.id : "";
        if (!("id" in created)) {
          for await (const event of created) {
            if ("response" in event) id = event.response.id;
            if (event.type === "response.output_text.delta") break;
          }
        }
        await beginning.promise;
        if (end === "delete") await openai.responses.delete(id);
        else assert.equal((await openai.responses.cancel(id)).status, "cancelled");
        await left.at(-1);
        if (end === "delete") await assert.rejects(openai.responses.retrieve(id), isError(404, "id"));
        else assert.equal((await openai.responses.cancel(id)).status, "cancelled");
      }
      const records = await gateway.recorded(3);
      assert.deepEqual(records.map(({ outcome }) => outcome), ["aborted", "aborted", "aborted"]);
      assert.equal(asked(), 3);
    }, silent);
  },
);

testOnEngines(
  "a response that an earlier worker had started is not requested again, a queued one is",
  DATABASE,
  async (sql) => {
    await withBench(sql, async ({ openai, work, asked }) => {
      const [begun, streamed, waiting] = [
        await openai.responses.create(BACKGROUND),
        await openai.responses.create({ ...BACKGROUND, stream: true }),
        await openai.responses.create(BACKGROUND),
      ];
      const [first] = await Array.fromAsync(take(streamed, 1));
      const stream = first?.type === "response.queued" ? first.response.id : "";
      // The state after a process was killed during its call.
      await sql`
        update gateway.background_responses set status = 'in_progress' where id in ${
        sql([begun.id, stream])
      }`;
      work();
      for (const id of [begun.id, stream]) {
        const { status, error } = await ended(openai, id);
        assert.deepEqual([status, error?.code], ["failed", "interrupted"]);
      }
      const events = await Array.fromAsync(await openai.responses.retrieve(stream, { stream: true }));
      assert.deepEqual(events.map(({ type }) => type), ["response.queued", "response.failed"]);
      assert.equal((await ended(openai, waiting.id)).status, "completed");
      assert.equal(asked(), 1);
    });
  },
);

async function* take<T>(all: AsyncIterable<T>, count: number): AsyncGenerator<T> {
  for await (const response of all) {
    yield response;
    if (--count === 0) return;
  }
}

testOnEngines(
  "failures, refusals and revoked keys end a response; a limit per minute is waited for",
  DATABASE,
  async (sql) => {
    let refusals = 1;
    const failing = () => Response.json({ error: { message: "no" } }, { status: 400 });
    await withBench(sql, async ({ openai, work, asked, gateway }) => {
      await assert.rejects(
        openai.responses.create({ ...BACKGROUND, store: false }),
        isError(400, "store"),
      );
      await assert.rejects(openai.responses.create({ ...BACKGROUND, model: "x" }), isError(404, "model"));
      const refused = await openai.responses.create(BACKGROUND);
      const revoked = await openai.responses.create({ ...BACKGROUND, stream: true });
      const [first] = await Array.fromAsync(take(revoked, 1));
      const lost = first?.type === "response.queued" ? first.response.id : "";
      let calls = 0;
      work(() => {
        calls++;
        if (calls === 1) {
          throw rbacDenied(401, "The API key that sent this request was revoked or has expired");
        }
        if (refusals-- > 0) throw rateLimitExceeded("Rate limit reached", 1);
        return testCaller();
      });
      const ends = [await ended(openai, refused.id), await ended(openai, lost)];
      assert.deepEqual(ends.map(({ status }) => status), ["failed", "failed"]);
      assert.deepEqual(ends.map(({ error }) => error?.message).sort(), [
        "The API key that sent this request was revoked or has expired",
        "scripted answered 400: no",
      ]);
      assert.deepEqual([asked(), calls], [1, 3]);
      assert.equal((await gateway.recorded(1))[0]?.outcome, "error");
    }, failing);
  },
);

testOnEngines("a key has a bounded number of responses that wait", DATABASE, async (sql) => {
  const store = backgroundStore(sql, { days: 30 });
  const kept = (id: string, tenant_id = "k1") => ({
    ...{ id, tenant_id, previous_id: null, input: [], response: { id, status: "queued", output: [] } },
    ...{ caller: {}, ip: "::1", request_id: "r", request: "{}", streamed: false, trace: {} },
  });
  const most = { count: 2, bytes: 100 };
  assert.deepEqual(
    [
      await store.insert(kept("a"), most),
      await store.insert(kept("b"), most),
      await store.insert(kept("c"), most),
      await store.insert(kept("d", "k2"), most),
    ],
    [true, true, false, true],
  );
  await store.cancel("a", "k1");
  const large = { ...kept("e"), request: "x".repeat(200) };
  assert.equal(await store.insert(large, most), false);
  assert.equal(await store.insert(kept("c"), most), true);
});
