import assert from "node:assert/strict";
import { serveScript } from "lib/testing.ts";
import { chatAnswer } from "../messages/chat_script.ts";
import { configFor, type GatewayProcess, startProcess } from "../process_fixture.ts";

/** A provider that records requests and answers only once released. */
function heldProvider() {
  const gate = Promise.withResolvers<void>();
  const asked: string[] = [];
  let onAsked = Promise.withResolvers<void>();
  const server = serveScript(async (_, { body }) => {
    asked.push(JSON.parse(body).messages[0].content);
    onAsked.resolve();
    onAsked = Promise.withResolvers<void>();
    await gate.promise;
    return chatAnswer({ content: "done" });
  });
  return {
    ...{ url: server.url, asked, release: gate.resolve, next: () => onAsked.promise },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

async function created({ call }: GatewayProcess, input: string): Promise<string> {
  const body = { model: "m", input, background: true };
  const response = await call("/v1/responses", { method: "POST", body });
  const { id, status } = await response.json();
  assert.deepEqual([response.status, status], [200, "queued"]);
  return id;
}

async function ended({ call }: GatewayProcess, id: string) {
  for (let tries = 0; tries < 1_200; tries++) {
    const response = await (await call(`/v1/responses/${id}`)).json();
    if (response.status !== "queued" && response.status !== "in_progress") return response;
    await new Promise((wake) => setTimeout(wake, 50));
  }
  return assert.fail("the response has not ended");
}

async function inFolder(
  test: (dir: string, settings: (url: string) => Promise<Record<string, string>>) => Promise<void>,
) {
  const dir = await Deno.makeTempDir({ prefix: "background-" });
  try {
    await test(dir, async (url) => {
      await Deno.writeTextFile(`${dir}/gateway.json`, configFor(url));
      return { GATEWAY_CONFIG: `${dir}/gateway.json`, GATEWAY_BACKGROUND: "1" };
    });
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

Deno.test("after kill -9 a started response is not requested again, a queued one is run by the next process", () =>
  inFolder(async (dir, settings) => {
    await using provider = heldProvider();
    const env = await settings(provider.url);
    const ids: string[] = [];
    {
      await using first = await startProcess(dir, env);
      const asked = provider.next();
      ids.push(await created(first, "begun"), await created(first, "waiting"));
      await asked;
      await first.kill();
    }
    provider.release();
    await using second = await startProcess(dir, env);
    const [begun, waiting] = [await ended(second, ids[0] ?? ""), await ended(second, ids[1] ?? "")];
    assert.deepEqual([begun.status, begun.error.code], ["failed", "interrupted"]);
    assert.deepEqual([waiting.status, waiting.output.at(-1).content[0].text], ["completed", "done"]);
    assert.deepEqual(provider.asked, ["begun", "waiting"]);
    assert.equal(await second.stop(), 0);
  }));

Deno.test("a process that stops finishes its running response, and leaves queued ones to the next", () =>
  inFolder(async (dir, settings) => {
    await using provider = heldProvider();
    const env = await settings(provider.url);
    const ids: string[] = [];
    {
      await using first = await startProcess(dir, env);
      const asked = provider.next();
      ids.push(await created(first, "begun"), await created(first, "waiting"));
      await asked;
      const stopped = first.stop();
      // Wait until the process drains.
      while ((await fetch(`${first.url}/health`).catch(() => undefined))?.status === 200);
      provider.release();
      assert.equal(await stopped, 0);
    }
    await using second = await startProcess(dir, env);
    for (const id of ids) assert.equal((await ended(second, id)).status, "completed");
    assert.deepEqual(provider.asked, ["begun", "waiting"]);
  }));
