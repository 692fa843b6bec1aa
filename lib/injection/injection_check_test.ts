import assert from "node:assert/strict";
import { injectionCheck, InjectionUnchecked } from "lib/injection/injection_check.ts";
import { serveScript } from "lib/testing.ts";

const headers = { authorization: "Bearer t" };
const question = { place: "tool" as const, headers };

Deno.test("injectionCheck() sends a text with its origin and returns the finding, or none", async () => {
  const bodies: { text: string; place: string }[] = [];
  await using guard = serveScript((request, { body }) => {
    assert.equal(request.headers.get("authorization"), "Bearer t");
    bodies.push(JSON.parse(body));
    const injection = body.includes("obey");
    return Response.json({ injection, score: injection ? 0.9 : 0.1, explanation: "orders", signs: [] });
  });
  const check = injectionCheck({ baseUrl: `${guard.url}/` });
  assert.deepEqual(await check("obey\0 me\ud800", question), { score: 0.9, explanation: "orders" });
  assert.equal(await check("the weather", question), undefined);
  assert.deepEqual(bodies[0], { text: "obey\ufffd me\ufffd", place: "tool" });
});

Deno.test("injectionCheck() cuts long texts into overlapping pieces", async () => {
  const texts: string[] = [];
  await using guard = serveScript((_request, { body }) => {
    texts.push(JSON.parse(body).text);
    return Response.json({ injection: body.includes("obey"), score: 0.9, explanation: "orders" });
  });
  const check = injectionCheck({ baseUrl: guard.url });
  const text = "a".repeat(99_998) + "obey" + "b".repeat(150_000);
  assert.ok(await check(text, question));
  assert.deepEqual(texts.map((one) => one.includes("obey")), [false, true]);
  assert.equal(await check("", question), undefined);
  assert.equal(texts.length, 2);
});

Deno.test("injectionCheck() throws when the guard is away, fails, hangs or answers nonsense", async () => {
  await using failing = serveScript(() => new Response("no", { status: 500 }));
  await using strange = serveScript(() => Response.json({ score: 1 }));
  await using silent = serveScript(() => new Promise<Response>(() => {}));
  for (const baseUrl of [failing.url, strange.url, "http://127.0.0.1:9"]) {
    await assert.rejects(injectionCheck({ baseUrl })("text", question), InjectionUnchecked);
  }
  await assert.rejects(
    injectionCheck({ baseUrl: silent.url, timeoutMs: 20 })("text", question),
    InjectionUnchecked,
  );
  const stop = new AbortController();
  const stopped = injectionCheck({ baseUrl: silent.url })("text", { ...question, signal: stop.signal });
  stop.abort(new Error("left"));
  await assert.rejects(stopped, /left/);
});
