import assert from "node:assert/strict";
import { everywhere, scripted } from "../console_fixture.ts";
import { live } from "./live.ts";

Deno.test("live news tells each reader the state of all services, asked once for all", async () => {
  let asked = 0;
  const service = scripted(() => {
    asked++;
    return Response.json({ status: "ok", version: "1", uptime_seconds: 1, dependencies: {} });
  });
  const news = live({ ...everywhere(service.address), voice: "http://127.0.0.1:1" }, { lookMs: 60_000 });
  const stop = new AbortController();
  const readers = [news.stream(stop.signal), news.stream(stop.signal)].map((answer) =>
    answer?.body?.pipeThrough(new TextDecoderStream()).getReader() ?? assert.fail()
  );
  for (const reader of readers) {
    let text = "";
    while (!text.includes("event: services")) text += (await reader.read()).value ?? assert.fail();
    const states: { name: string; status: string }[] = JSON.parse(/data: (.*)/.exec(text)?.[1] ?? "");
    assert.deepEqual(
      states.map(({ name, status }) => `${name} ${status}`).filter((line) => !line.endsWith(" ok")),
      ["voice away"],
    );
  }
  assert.equal(asked, 7);
  stop.abort();
  for (const reader of readers) await reader.cancel();
  news.close();
  await service.close();
});
