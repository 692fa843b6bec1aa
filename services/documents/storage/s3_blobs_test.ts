import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { serveScript } from "lib/testing.ts";
import { s3Blobs } from "./s3_blobs.ts";

Deno.test("an upload is stored once in a bucket, under its hash, with a signed request", async () => {
  const objects = new Map<string, Uint8Array>();
  await using server = serveScript((request, { path, bytes }) => {
    if (request.method === "PUT") objects.set(path, bytes);
    if (request.method === "DELETE") objects.delete(path);
    if (request.method === "DELETE" || request.method === "PUT") return new Response(null, { status: 204 });
    const object = objects.get(path);
    if (!object) return new Response(null, { status: 404 });
    return new Response(request.method === "HEAD" ? null : new Uint8Array(object));
  });
  const blobs = s3Blobs({
    address: "s3://papers/inbox",
    accessKeyId: "AKIDEXAMPLE",
    secretAccessKey: "secret",
    region: "me-central-1",
    endpoint: server.url,
  });
  const bytes = new TextEncoder().encode("a document");
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const file = { read: () => Promise.resolve(new Blob([bytes]).stream()) };
  await blobs.put(sha256, file);
  await blobs.put(sha256, file);
  assert.deepEqual([...objects.keys()], [`/papers/inbox/${sha256}`]);
  assert.equal(server.requests.filter(({ method }) => method === "PUT").length, 1);
  const [first] = server.requests;
  assert.match(
    first?.headers.get("authorization") ?? "",
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d+\/me-central-1\/s3/,
  );
  assert.deepEqual(await blobs.read(sha256), bytes);
  assert.deepEqual(new Uint8Array(await new Response(await blobs.stream(sha256)).arrayBuffer()), bytes);
  await blobs.check();
  await blobs.remove(sha256);
  assert.equal(await blobs.has(sha256), false);
});

Deno.test("a failing storage is a 502 without its secrets", async () => {
  await using server = serveScript(() => new Response("secret details", { status: 403 }));
  const blobs = s3Blobs({
    address: "s3://papers",
    accessKeyId: "AKIDEXAMPLE",
    secretAccessKey: "secret",
    region: "us-east-1",
    endpoint: server.url,
  });
  await assert.rejects(blobs.read("00"), { status: 502, message: "The upload storage answered 403" });
});
