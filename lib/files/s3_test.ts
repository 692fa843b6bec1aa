import assert from "node:assert/strict";
import { serveScript } from "lib/testing.ts";
import { s3Bucket } from "lib/files/s3.ts";

const options = {
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "secret",
  region: "me-central-1",
  what: "storage of anchors",
};

Deno.test("a bucket keeps objects under its prefix and lists them, page by page", async () => {
  const objects = new Map<string, Uint8Array<ArrayBuffer>>();
  await using server = serveScript((request, { path, bytes }) => {
    const { searchParams } = new URL(request.url);
    if (request.method === "PUT") objects.set(path, new Uint8Array(bytes));
    else if (searchParams.get("list-type") === "2") return listing(searchParams);
    return new Response(objects.get(path) ?? null, { status: objects.has(path) ? 200 : 404 });
  });
  function listing(query: URLSearchParams): Response {
    const all = [...objects.keys()].map((path) => path.slice("/vault/".length)).sort();
    const fit = all.filter((key) => key.startsWith(query.get("prefix") ?? ""));
    const at = Number(query.get("continuation-token") ?? 0);
    const next = at + 2 < fit.length ? `<NextContinuationToken>${at + 2}</NextContinuationToken>` : "";
    const contents = fit.slice(at, at + 2).map((key) =>
      `<Contents><Key>${key.replace("&", "&amp;")}</Key></Contents>`
    ).join("");
    return new Response(
      `<?xml version="1.0"?><ListBucketResult xmlns="x">${contents}${next}</ListBucketResult>`,
    );
  }
  const bucket = s3Bucket({ ...options, address: "s3://vault/audit", endpoint: server.url });
  assert.deepEqual(await bucket.list("a/"), []);
  for (const key of ["a/2", "a/1", "a/3&", "b/1"]) await bucket.put(key, new TextEncoder().encode(key));
  assert.deepEqual(await bucket.list("a/"), ["a/1", "a/2", "a/3&"]);
  assert.equal(new TextDecoder().decode(await bucket.get("a/1")), "a/1");
  assert.ok(objects.has("/vault/audit/b/1"));
  assert.match(server.requests[0]?.headers.get("authorization") ?? "", /AKIDEXAMPLE\/\d+\/me-central-1\/s3/);
});

Deno.test("a bucket that refuses or answers nonsense is a 502 that names it", async () => {
  await using server = serveScript((_, { path }) =>
    path.endsWith("/x") ? new Response("secret", { status: 403 }) : new Response("<html></html>")
  );
  const bucket = s3Bucket({ ...options, address: "s3://vault", endpoint: server.url });
  await assert.rejects(bucket.get("x"), { status: 502, message: "The storage of anchors answered 403" });
  await assert.rejects(bucket.list(""), { status: 502, message: /listing that cannot be parsed/ });
});
