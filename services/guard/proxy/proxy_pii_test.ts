import assert from "node:assert/strict";
import { type Recorded, testOnEngines } from "lib/testing.ts";
import { completion, events, guarded, options, policy, streaming } from "./proxy_fixture.ts";

testOnEngines("personal data is left, redacted, or restored as the mode says", options, async (sql) => {
  const echo = (_request: Request, { body }: Recorded) => {
    const { messages, stream } = JSON.parse(body);
    const text = `You said: ${messages[0].content}${" indeed".repeat(60)}`;
    return stream ? streaming(text, 3) : Response.json(completion(text));
  };
  await using guard = await guarded(sql, echo, { PII_MODE: "redact" });
  const said = "I am ali@example.com, call +971501234567, I am ali@example.com";
  const mode = (value: string) => ({ headers: { "x-diwan-pii-mode": value } });
  const sent = () => JSON.parse(guard.gateway.requests.at(-1)?.body ?? "").messages[0].content;
  await guard.say("", said);
  assert.equal(sent(), "I am [REDACTED_EMAIL], call [REDACTED_PHONE], I am [REDACTED_EMAIL]");
  const { status, body: refused } = await guard.say("", said, {}, mode("detect"));
  assert.deepEqual([status, refused.detail], [403, "Role 'user' is not permitted; required: admin, manager"]);
  await guard.say("", said, {}, { ...mode("detect"), role: "manager" });
  assert.equal(sent(), said);
  const restored = await guard.say("", said, {}, mode("restore"));
  assert.equal(sent(), "I am [REDACTED_EMAIL_1], call [REDACTED_PHONE_1], I am [REDACTED_EMAIL_1]");
  assert.ok(String(restored.body.choices?.[0]?.message?.content).startsWith(`You said: ${said}`));
  assert.equal(restored.body.safety?.pii_detected, 3);
  const streamed = await guard.say("", said, { stream: true }, mode("restore"));
  assert.equal(events(streamed.text).content, `You said: ${said}${" indeed".repeat(60)}`);
  assert.equal((await guard.say("", said, {}, mode("guess"))).status, 422);
});

testOnEngines("what leaves beside the messages is looked at too", options, async (sql) => {
  await using guard = await guarded(sql, () => Response.json(completion("hello")), { PII_MODE: "redact" });
  await policy(guard, ["forbidden"]);
  const tools = (description: string) => [{ type: "function", function: { name: "f", description } }];
  const blocked = await guard.say("", "hi", { tools: tools("a forbidden tool") });
  assert.equal(blocked.body.safety?.blocked, true);
  await guard.say("", "hi", {
    tools: tools("mails ali@example.com"),
    user: "sara@example.com",
    tool_choice: "auto",
  });
  const sent = JSON.parse(guard.gateway.requests[0]?.body ?? "");
  assert.deepEqual([sent.model, sent.user, sent.tool_choice], ["m", "[REDACTED_EMAIL]", "auto"]);
  assert.deepEqual(sent.tools, tools("mails [REDACTED_EMAIL]"));
});

testOnEngines(
  "names, stop words, metadata and text files are checked like the messages",
  options,
  async (sql) => {
    await using guard = await guarded(sql, () => Response.json(completion("hello")));
    await policy(guard, ["forbidden"]);
    const file = {
      type: "file",
      file: { filename: "a.txt", file_data: `data:text/plain;base64,${btoa("a forbidden word in a file")}` },
    };
    const schema = { type: "object", properties: { forbidden: { type: "string" } } };
    const inputs = [
      { stop: ["forbidden"] },
      { metadata: { forbidden: "1" } },
      { user: "forbidden" },
      { response_format: { type: "json_schema", json_schema: { name: "x", schema } } },
      { messages: [{ role: "user", content: [file] }] },
    ];
    for (const input of inputs) {
      const { body } = await guard.say("", "hi", input);
      assert.equal(body.safety?.blocked, true, JSON.stringify(input));
    }
    assert.equal(guard.gateway.requests.length, 0);
  },
);

testOnEngines(
  "a policy on personal data acts by type and direction, before and after the model",
  options,
  async (sql) => {
    const said = "Your id is 784-1990-1234567-6, write to ali@example.com.";
    await using guard = await guarded(sql, () => Response.json(completion(said)));
    const make = (name: string, config: object, action: string) =>
      guard.ask("POST", "/policies", { name, rule_type: "pii", rule_config: JSON.stringify(config), action });
    const refused = await make("none", { types: ["SHOE_SIZE"] }, "log");
    assert.equal(refused.status, 422);
    assert.match(refused.text, /"rule_config","types",0/);
    await make("ids", { types: ["EMIRATES_ID"], handling: "mask" }, "warn");
    await make("mails in", { types: ["EMAIL"], handling: "replace", directions: ["input"] }, "log");
    const { body } = await guard.say("", said);
    const sent = JSON.parse(guard.gateway.requests[0]?.body ?? "").messages[0].content;
    assert.equal(sent, "Your id is ***-****-****567-6, write to [REDACTED_EMAIL].");
    assert.equal(
      body.choices?.[0]?.message?.content,
      "Your id is ***-****-****567-6, write to ali@example.com.",
    );
    assert.deepEqual([body.safety?.action, body.safety?.policies], ["warn", ["ids", "mails in"]]);
    await make("cards", { types: ["CREDIT_CARD"] }, "block");
    assert.equal((await guard.say("", "4111 1111 1111 1111")).body.safety?.blocked, true);
    assert.equal(guard.gateway.requests.length, 1);
  },
);
