import assert from "node:assert/strict";
import { readEnv } from "lib/env.ts";
import { Env } from "./env.ts";

const read = (settings: Record<string, string>) => readEnv(Env, (name) => settings[name]);

Deno.test("the settings have the defaults of the specification", () => {
  const env = read({});
  assert.deepEqual([env.AGENTS_PORT, env.AGENTS_MAX_AGENT_STEPS, env.AGENTS_DEBUG], [8005, 10, false]);
  assert.equal(env.AGENTS_MCP_SERVERS, undefined);
});

Deno.test("AGENTS_MCP_SERVERS is JSON of names and addresses, or the start says what is wrong", () => {
  const { AGENTS_MCP_SERVERS: servers } = read({
    AGENTS_MCP_SERVERS: '{"docs":{"url":"http://127.0.0.1:8003/mcp"}}',
  });
  assert.deepEqual(servers, {
    docs: { url: "http://127.0.0.1:8003/mcp", headers: {}, auth: "none", needs_approval: false },
  });
  for (
    const wrong of [
      "{",
      '{"a.b":{"url":"http://x"}}',
      '{"a":{"url":"file:///x"}}',
      '{"a":{"url":"http://x","key":1}}',
    ]
  ) {
    assert.throws(() => read({ AGENTS_MCP_SERVERS: wrong }), /AGENTS_MCP_SERVERS/);
  }
});
