/** Policies scoped to some people, through the guard's proxy and the gateway. */
import assert from "node:assert/strict";
import { z } from "zod";
import { bearer, serveScript, testOnEngines } from "lib/testing.ts";
import { startGateway, testCaller, testTarget } from "./gateway/calls/call_fixture.ts";
import { createGuardrails } from "./gateway/calls/guardrails.ts";
import { gatewayClient } from "./guard/gateway_client.ts";
import { MIGRATIONS, testGuard } from "./guard/guard_fixture.ts";

const options = { schema: "guard", migrations: MIGRATIONS };
const WORDS = {
  ...{ name: "Words", rule_type: "keyword", action: "block" },
  rule_config: JSON.stringify({ keywords: ["project falcon", "مشروع الصقر"] }),
};
const TEXTS = ["the Project Falcon plan", "خطة مشروع الصقر"];
const EVERYBODY = ["user:sara", "user:omar", "service:agents", "admin"];

async function waysOf(sql: Parameters<typeof testGuard>[0]) {
  const provider = serveScript(() => {
    const choices = [{ index: 0, message: { role: "assistant", content: "fine" }, finish_reason: "stop" }];
    return Response.json({ id: "c1", object: "chat.completion", created: 1, model: "m", choices });
  });
  const guard = await testGuard(sql, { gateway: gatewayClient({ baseUrl: provider.url, apiKey: "k" }) });
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, guard.app.fetch);
  const token = (await bearer("user")).authorization.replace("Bearer ", "");
  const guardrails = createGuardrails({
    ...{ baseUrl: `http://127.0.0.1:${server.addr.port}`, failOpen: false },
    token: () => Promise.resolve(token),
  });
  return {
    guard,
    /** The actors whose texts are blocked by the gateway. */
    async blockedAtGateway(): Promise<string[]> {
      const found: string[] = [];
      for (const actor of EVERYBODY) {
        await using gateway = await startGateway({
          models: { m: [testTarget(provider.url)] },
          caller: testCaller({ actor, kind: "jwt", tenant_id: actor }),
          deps: { guardrails },
        });
        for (const content of TEXTS) {
          const answer = await gateway.post({ model: "m", messages: [{ role: "user", content }] });
          if ((await answer.text()).includes("guardrails_blocked")) found.push(actor);
        }
      }
      return found;
    },
    async isBlockedByProxy(sub: string): Promise<boolean[]> {
      const blocked: boolean[] = [];
      for (const content of TEXTS) {
        const body = { model: "m", messages: [{ role: "user", content }] };
        const { text } = await guard.ask("POST", "/proxy/chat/completions", body, { role: "user", sub });
        blocked.push(text.includes("content_filter"));
      }
      return blocked;
    },
    async [Symbol.asyncDispose]() {
      await server.shutdown();
      await guard.close();
      await provider[Symbol.asyncDispose]();
    },
  };
}

testOnEngines("a policy for a person, or not for one, holds on both ways", options, async (sql) => {
  await using all = await waysOf(sql);
  const made = await all.guard.ask("POST", "/policies", { ...WORDS, scope: { users: ["sara"] } });
  assert.equal(made.status, 201);
  assert.deepEqual(await all.blockedAtGateway(), ["user:sara", "user:sara"]);
  assert.deepEqual(await all.isBlockedByProxy("sara"), [true, true]);
  assert.deepEqual(await all.isBlockedByProxy("omar"), [false, false]);

  const { id } = z.object({ id: z.string() }).parse(made.body);
  const except = { ...WORDS, scope: {}, exceptions: [{ users: ["sara", "admin"] }] };
  assert.equal((await all.guard.ask("PUT", `/policies/${id}`, except)).status, 200);
  const others = ["user:omar", "service:agents", "admin"].flatMap((actor) => [actor, actor]);
  assert.deepEqual(await all.blockedAtGateway(), others);
  assert.deepEqual(await all.isBlockedByProxy("sara"), [false, false]);
  assert.deepEqual(await all.isBlockedByProxy("omar"), [true, true]);
});

testOnEngines("a person's events of both ways are found by one name", options, async (sql) => {
  await using all = await waysOf(sql);
  assert.equal((await all.guard.ask("POST", "/policies", WORDS)).status, 201);
  await all.blockedAtGateway();
  await all.isBlockedByProxy("sara");
  const named = async (user: string) => {
    const { body } = await all.guard.ask("GET", `/audit/trail?event_type=evaluation&user_id=${user}`);
    return z.array(z.unknown()).parse(body).length;
  };
  assert.equal(await named("sara"), 2);
  const proxied = await all.guard.ask("GET", "/audit/trail?event_type=proxy_input_blocked&user_id=sara");
  assert.equal(z.array(z.unknown()).parse(proxied.body).length, 2);
  assert.deepEqual([await named("admin"), await named("key:admin"), await named("service:agents")], [
    0,
    2,
    2,
  ]);
});
