import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { fixture, SCHEMA } from "./fixture.ts";

testOnEngines(
  "a person's session too many replaces the one not used for longest, unless that is at work",
  SCHEMA,
  async (sql) => {
    await using service = await fixture(sql, {
      script: ({ messages }) => ({
        content: "Hi.",
        delayMs: messages.at(-1)?.content === "slow" ? 1_500 : 0,
      }),
      settings: { AGENTS_MAX_SESSIONS: "2" },
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
    assert.equal(await slow, first);
    await say("six");
    assert.equal((await titles()).length, 2);
  },
);
