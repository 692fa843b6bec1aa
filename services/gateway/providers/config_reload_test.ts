import assert from "node:assert/strict";
import { serveScript } from "lib/testing.ts";
import { startProcess } from "../process_fixture.ts";

/** A provider that answers with its name. */
function named(name: string) {
  return serveScript(async () => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    return Response.json({
      id: "c",
      object: "chat.completion",
      created: 1,
      model: "m",
      choices: [{ index: 0, message: { role: "assistant", content: name }, finish_reason: "stop" }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    });
  });
}

const configFor = (url: string) => `
providers:
  - name: scripted
    base_url: ${url}/v1
    keys: [{ key: a }]
    models: [m]
aliases:
  front: [m]
`;

Deno.test("SIGHUP changes the configuration under load without a failed request; a bad file changes nothing", async () => {
  const dir = await Deno.makeTempDir({ prefix: "diwan-" });
  await using first = named("first");
  await using second = named("second");
  const file = `${dir}/gateway.yaml`;
  await Deno.writeTextFile(file, configFor(first.url));
  await using gateway = await startProcess(dir, { GATEWAY_CONFIG: file });
  const answers: string[] = [];
  let running = true;
  const ask = async () => {
    while (running) {
      const messages = [{ role: "user", content: "who?" }];
      const response = await gateway.call("/v1/chat/completions", {
        method: "POST",
        body: { model: "front", messages },
      });
      const { choices, error } = await response.json();
      answers.push(
        response.status === 200 ? choices[0].message.content : `${response.status} ${error.message}`,
      );
    }
  };
  const askers = Array.from({ length: 8 }, ask);
  const until = async (name: string) => {
    const before = answers.length;
    for (let tries = 0; tries < 500; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      const recent = answers.slice(-8);
      if (answers.length > before + 16 && recent.every((answer) => answer === name)) return;
    }
    assert.fail(`not ${name}: ${answers.slice(-8).join(", ")}`);
  };
  await until("first");
  await Deno.writeTextFile(file, configFor(second.url));
  gateway.hangUp();
  await until("second");
  await Deno.writeTextFile(file, `${configFor(first.url)}  front: [nowhere`);
  gateway.hangUp();
  await gateway.says("the new configuration is invalid; the previous one stays in force");
  await until("second");
  running = false;
  await Promise.all(askers);
  assert.deepEqual([...new Set(answers)], ["first", "second"]);
  assert.equal(await gateway.stop(), 0);
  await Deno.remove(dir, { recursive: true });
});
