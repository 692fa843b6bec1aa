import assert from "node:assert/strict";
import { example } from "lib/service/service_fixture.ts";
import { inTime } from "lib/http/slow_body.ts";
import { bearer } from "lib/testing.ts";

const PACE = { graceMs: 100, bytesPerSecond: 1_000_000 };

/** Sends the beginning of a request and reads until the answer's body is complete. */
async function half(port: number, head: string[], body: string): Promise<string> {
  using socket = await Deno.connect({ hostname: "127.0.0.1", port });
  await socket.write(new TextEncoder().encode(`${head.join("\r\n")}\r\n\r\n${body}`));
  let answer = "";
  const bytes = new Uint8Array(4096);
  while (!answer.includes("}")) {
    const read = await socket.read(bytes);
    if (read === null) break;
    answer += new TextDecoder().decode(bytes.subarray(0, read));
  }
  return answer;
}

Deno.test("a stalled body is a 408 over a real connection: small, large, chunked and multipart", async () => {
  const app = example({ bodyPace: PACE });
  await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, app.fetch);
  const { authorization } = await bearer();
  const json = ["POST /api/v1/notes HTTP/1.1", "Host: a", `Authorization: ${authorization}`];
  const asked: [string[], string][] = [
    [[...json, "Content-Type: application/json", "Content-Length: 1000"], '{"title":'],
    [[...json, "Content-Type: application/json", "Content-Length: 1000000"], '{"title":'],
    [[...json, "Content-Type: application/json", "Transfer-Encoding: chunked"], '5\r\n{"tit\r\n'],
    [
      [
        "POST /api/v1/files HTTP/1.1",
        ...json.slice(1),
        "Content-Type: multipart/form-data; boundary=b",
        "Content-Length: 5000",
      ],
      '--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\nabc',
    ],
  ];
  for (const [head, body] of asked) {
    const answer = await half(server.addr.port, head, body);
    assert.match(answer, /^HTTP\/1\.1 408 /, `${head.at(-1)}: ${answer}`);
    assert.match(answer, /"error":"The request body came too slowly/);
    assert.match(answer, /^connection: close\r$/im);
  }
});

Deno.test("a body in time is read as it was sent, whatever its size and type", async () => {
  const app = example({ bodyPace: PACE });
  const headers = { ...await bearer(), "content-type": "application/json" };
  const note = (title: string, more: object = {}) =>
    app.request("/api/v1/notes", { method: "POST", headers, body: JSON.stringify({ title, ...more }) });
  assert.equal((await note("short")).status, 201);
  const tags = Array.from({ length: 20_000 }, () => "a long tag");
  assert.deepEqual(await (await note("long", { tags })).json(), { title: "long", tags });
  const form = new FormData();
  form.set("file", new File(["x".repeat(300_000)], "f.txt"));
  const response = await app.request("/api/v1/files", {
    method: "POST",
    headers: await bearer(),
    body: form,
  });
  assert.deepEqual(await response.json(), { size: 300_000 });
});

Deno.test("a slow reader does not count as a slow sender", async () => {
  const pieces = ["one", "two", "three"].map((text) => new TextEncoder().encode(text));
  const body = inTime(ReadableStream.from(pieces), { graceMs: 60, bytesPerSecond: 1_000_000 });
  let read = "";
  for await (const piece of body) {
    read += new TextDecoder().decode(piece);
    await new Promise((resolve) => setTimeout(resolve, 80));
  }
  assert.equal(read, "onetwothree");
});
