import assert from "node:assert/strict";
import { diskSpool } from "lib/files/spool.ts";
import { serveScript } from "lib/testing.ts";
import { startGateway, TEST_KEY, testTarget } from "../calls/call_fixture.ts";
import { guardedBy, replacingGuard } from "../calls/replacing_guard_fixture.ts";

/** Requests an image edit by a form with these text fields. */
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

Deno.test("policies replace text in every field of a form, in every occurrence", async () => {
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

Deno.test("policies that check single texts check each field of a form, which is blocked or sent unchanged", async () => {
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

/** Requests a transcription by a form with a second file. */
function hear(url: string, file: BlobPart, type: string): Promise<Response> {
  const form = new FormData();
  form.append("model", "m");
  form.append("file", new Blob([new Uint8Array([73, 68, 51, 0, 0, 255])], { type: "audio/mpeg" }), "a.mp3");
  form.append("notes", new Blob([file], { type }), "notes.bin");
  return fetch(`${url}/v1/audio/transcriptions`, {
    method: "POST",
    headers: { authorization: `Bearer ${TEST_KEY}` },
    body: form,
  });
}

Deno.test("policies check text files of any declared type up to a maximum size, and skip other files", async () => {
  const folder = await Deno.makeTempDir();
  await using _folder = { [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }) };
  await using guard = replacingGuard();
  await using provider = serveScript(() => Response.json({ text: "hello" }));
  await using gateway = await startGateway({
    models: { m: [testTarget(provider.url)] },
    deps: {
      guardrails: guardedBy(guard.url),
      uploads: { spool: diskSpool(folder), maxBytes: 2 ** 22 },
    },
  });
  const utf16 = Uint16Array.from("\ufefffür sara", (character) => character.charCodeAt(0));
  const cases: [BlobPart, string, number, RegExp?][] = [
    ["a note on dhows", "text/plain", 200],
    ["a note on sara", "application/octet-stream", 403, /file of the form/],
    [new Uint8Array(utf16.buffer), "image/png", 403, /file of the form/],
    [`${"ü".repeat(2_049)} sara`, "text/csv", 403, /file of the form/],
    ["a long enough note that is on sa\0ra", "audio/mpeg", 403, /file of the form/],
    [new Uint8Array([137, 80, 78, 71, 0, ...new TextEncoder().encode("sara")]), "text/plain", 200],
    ["dhow ".repeat(210_000), "text/plain", 403, /1 MB/],
  ];
  for (const [file, type, status, message] of cases) {
    const response = await hear(gateway.url, file, type);
    const body = await response.text();
    assert.equal(response.status, status, body);
    if (message) assert.match(body, message);
  }
  assert.equal(provider.requests.length, 2);
});
