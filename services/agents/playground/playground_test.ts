import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { calls, events, fixture, SCHEMA } from "../fixture.ts";

testOnEngines(
  "playground sessions remember, apart from each other and for their owner alone",
  SCHEMA,
  async (sql) => {
    const refused = Promise.withResolvers<void>();
    await using service = await fixture(sql, {
      script: ({ messages }) =>
        messages.at(-1)?.content === "fail" ? { status: 400 } : {
          content: `heard ${messages.filter(({ role }) => role === "user").map(({ content }) => content)}`,
          after: /^[ab]$/.test(messages.at(-1)?.content ?? "") ? refused.promise : undefined,
        },
    });
    const { request } = service;
    const agent = await service.agent();
    const say = async (message: string, session_id?: string, sub?: string) =>
      await request("POST", "playground/chat", { body: { agent_id: agent.id, message, session_id }, sub });
    const first = await (await say("one")).json();
    assert.deepEqual([first.message, first.response, first.agent_id, first.steps_count], [
      "one",
      "heard one",
      agent.id,
      1,
    ]);
    const other = await (await say("other")).json();
    assert.notEqual(other.session_id, first.session_id);
    assert.equal((await (await say("two", first.session_id)).json()).response, "heard one,two");
    assert.equal((await say("fail", first.session_id)).status, 502);
    assert.equal((await (await say("three", first.session_id)).json()).response, "heard one,two,fail,three");
    assert.equal((await (await say("again", other.session_id)).json()).response, "heard other,again");
    assert.equal((await say("mine?", first.session_id, "stranger")).status, 404);
    assert.equal((await say("?", "none")).status, 404);
    const both = [say("a", other.session_id), say("b", other.session_id)];
    // The model answers one of them once the other has got its answer.
    await Promise.race(both);
    refused.resolve();
    const twice = await Promise.all(both);
    assert.deepEqual(twice.map(({ status }) => status).sort(), [200, 409]);
    const second = await service.agent({ name: "Second" });
    const crossed = await request("POST", "playground/chat", {
      body: { agent_id: second.id, message: "?", session_id: first.session_id },
    });
    assert.equal(crossed.status, 409);

    const streamed = await request("POST", "playground/chat?stream=true", {
      body: { agent_id: agent.id, message: "four", session_id: first.session_id },
    });
    assert.equal((await events(streamed)).at(-1)?.type, "run.finished");
    const list = await (await request("GET", "playground/sessions")).json();
    assert.deepEqual(list.map(({ title }: { title: string }) => title).sort(), ["one", "other"]);
    assert.deepEqual(await (await request("GET", "playground/sessions", { sub: "stranger" })).json(), []);
    const path = `playground/sessions/${first.session_id}`;
    const { messages } = await (await request("GET", path)).json();
    assert.deepEqual(messages.map(({ content }: { content: string }) => content).slice(0, 4), [
      "one",
      "heard one",
      "two",
      "heard one,two",
    ]);
    assert.equal((await request("GET", path, { sub: "stranger" })).status, 404);
    assert.equal((await request("DELETE", path, { sub: "stranger" })).status, 404);
    assert.equal((await request("DELETE", path)).status, 204);
    assert.equal((await request("GET", path)).status, 404);
  },
);

testOnEngines(
  "a session beyond the bound replaces the person's least recently used one, unless that is busy",
  SCHEMA,
  async (sql) => {
    const gate = Promise.withResolvers<void>();
    await using service = await fixture(sql, {
      script: ({ messages }) => ({
        content: "Hi.",
        after: messages.at(-1)?.content === "slow" ? gate.promise : undefined,
      }),
      settings: { AGENTS_MAX_SESSIONS: "2", DEFAULT_SHARING: "all" },
    });
    const { request } = service;
    const agent = await service.agent();
    const say = async (message: string, sub = "amal", session_id?: string) => {
      const body = { agent_id: agent.id, message, session_id };
      return (await (await request("POST", "playground/chat", { body, sub })).json()).session_id;
    };
    const titles = async (sub = "amal") => {
      const sessions = await (await request("GET", "playground/sessions", { sub })).json();
      return sessions.map(({ title }: { title: string }) => title);
    };
    const first = await say("one");
    await say("two");
    await say("other", "badr");
    await say("again", "amal", first);
    await say("three");
    assert.deepEqual(await titles(), ["three", "one"]);
    assert.deepEqual(await titles("badr"), ["other"]);

    const slow = say("slow", "amal", first);
    while ((await sql`select from agents.runs where completed_at is null`).length === 0) {
      await new Promise((done) => setTimeout(done, 5));
    }
    await say("four");
    await say("five");
    assert.ok((await titles()).includes("one"));
    gate.resolve();
    assert.equal(await slow, first);
    await say("six");
    assert.equal((await titles()).length, 2);
  },
);

testOnEngines("a session remembers what tools answered and turns that failed", SCHEMA, async (sql) => {
  await using service = await fixture(sql, {
    script: ({ messages }) => {
      const last = messages.at(-1);
      if (last?.content === "sum") return calls("calculator", { expression: "6*7" });
      if (last?.content === "fail") return { status: 400, error: { message: "no" } };
      return { content: last?.role === "tool" ? "It is done." : "Ready." };
    },
  });
  const agent = await service.agent();
  const say = async (message: string, session_id?: string) =>
    await service.request("POST", "playground/chat", { body: { agent_id: agent.id, message, session_id } });
  const { session_id } = await (await say("sum")).json();
  assert.equal((await say("fail", session_id)).status, 502);
  assert.equal((await say("And then?", session_id)).status, 200);
  const heard = service.model.asked().at(-1)?.messages.map(({ role, content }) => [role, content]);
  assert.deepEqual(heard, [
    ["user", "sum"],
    ["assistant", null],
    ["tool", '{"expression":"6*7","result":"42"}'],
    ["assistant", "It is done."],
    ["user", "fail"],
    ["assistant", "[This turn did not end with an answer: Provider openai answered 400: no]"],
    ["user", "And then?"],
  ]);
  const shown = await (await service.request("GET", `playground/sessions/${session_id}`)).json();
  assert.deepEqual(
    shown.messages.map(({ content, status }: { content: string; status: string }) => [content, status]),
    [
      ["sum", "completed"],
      ["It is done.", "completed"],
      ["fail", "failed"],
      ["", "failed"],
      ["And then?", "completed"],
      ["Ready.", "completed"],
    ],
  );
  assert.equal(shown.exchanges, 3);
});
