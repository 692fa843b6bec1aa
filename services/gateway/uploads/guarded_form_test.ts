import assert from "node:assert/strict";
import { serveScript } from "lib/testing.ts";
import { startGateway, TEST_KEY, testTarget } from "../calls/call_fixture.ts";
import { guardedBy, replacingGuard } from "../calls/replacing_guard_fixture.ts";

/** An edit of a picture, asked for by a form with these texts. */
function edit(url: string, fields: readonly [string, string][]): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  form.append("image", new Blob([new Uint8Array([137, 80, 78, 71])], { type: "image/png" }), "a.png");
  return fetch(`${url}/v1/images/edits`, {
    method: "POST",
    headers: { authorization: `Bearer ${TEST_KEY}` },
    body: form,
  });
}

Deno.test("what policies replace is replaced in a form, in every field and each time that it comes", async () => {
  await using guard = replacingGuard();
  await using provider = serveScript(() => Response.json({ created: 1, data: [{ b64_json: "AAAA" }] }));
  await using gateway = await startGateway({
    models: { m: [testTarget(provider.url)] },
    deps: { guardrails: guardedBy(guard.url) },
  });
  const response = await edit(gateway.url, [
    ["model", "m"],
    ["prompt", "first of sara"],
    ["prompt", "a dhow"],
    ["note", "for sara"],
  ]);
  assert.equal(response.status, 200);
  await response.body?.cancel();
  const sent = provider.requests[0]?.body ?? "";
  assert.ok(!sent.includes("sara"));
  for (const text of ["first of [X]", "a dhow", "for [X]", "PNG"]) assert.ok(sent.includes(text), text);
});

Deno.test("a form whose policies want to see each text is looked at text by text, and blocked or sent as it is", async () => {
  const looked: string[][] = [];
  await using guard = serveScript((_request, { body }) => {
    const { texts }: { texts: { channel: string; text: string }[] } = JSON.parse(body);
    const isLook = texts.every(({ channel }) => channel.startsWith("form/"));
    if (isLook) looked.push(texts.map(({ text }) => text));
    const allowed = !isLook || !texts.some(({ text }) => text.includes("bad"));
    return Response.json({
      ...{ allowed, each: true, step: 20, violations: [] },
      texts: texts.map(({ text }) => ({ release: text.length, edits: [] })),
    });
  });
  await using provider = serveScript(() => Response.json({ created: 1, data: [{ b64_json: "AAAA" }] }));
  await using gateway = await startGateway({
    models: { m: [testTarget(provider.url)] },
    deps: { guardrails: guardedBy(guard.url) },
  });
  for (const [prompt, status] of [["a dhow", 200], ["a bad dhow", 403]] as const) {
    const response = await edit(gateway.url, [["model", "m"], ["prompt", prompt], ["n", "1"]]);
    assert.equal(response.status, status);
    await response.body?.cancel();
    assert.deepEqual(looked.at(-1), [prompt, "1"]);
  }
  assert.equal(provider.requests.length, 1);
});
