import assert from "node:assert/strict";
import { UpstreamError } from "../providers/upstream_error.ts";
import { download, type Media, mediaOfRequest } from "./media.ts";

const { signal } = new AbortController();
const picture = (bytes: number): Media => ({
  mediaType: "image/png",
  data: "A".repeat(Math.ceil(bytes / 3) * 4),
});

/** Asserts that `work` fails with an error for `param`. */
async function refused(work: () => Promise<unknown>, param: string, words: RegExp): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof UpstreamError, String(error));
    assert.deepEqual([error.code, error.param], ["unsupported", param]);
    assert.match(error.message, words);
    return true;
  });
}

Deno.test("the error for an unusable URL names its field", async () => {
  await refused(() => download("http://127.0.0.1:1/a.png", signal), "messages", /cannot be used/);
  const bounds = { param: "images.3" };
  await refused(() => download("http://127.0.0.1:1/a.png", signal, bounds), "images.3", /cannot be used/);
});

Deno.test("the number of URLs in a request is limited, and URLs over the limit are not downloaded", async () => {
  const asked: string[] = [];
  const { fetch } = mediaOfRequest((url) => {
    asked.push(url);
    return Promise.resolve(picture(3));
  }, { addresses: 2, bytes: 100 });
  await Promise.all(["a", "b"].map((url) => fetch(url, signal)));
  await refused(() => fetch("c", signal, { param: "images.2" }), "images.2", /more than 2 URLs of media/);
  assert.deepEqual(asked, ["a", "b"]);
});

Deno.test("few URLs are downloaded concurrently, each limited to the request's remaining bytes", async () => {
  const begun: { most: number | undefined; end: () => void }[] = [];
  const { fetch } = mediaOfRequest(async (_url, _signal, { maxBytes } = {}) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    begun.push({ most: maxBytes, end: resolve });
    await promise;
    return picture(30);
  }, { addresses: 10, bytes: 150 });
  const all = Promise.all(Array.from({ length: 5 }, (_, index) => fetch(String(index), signal)));
  const until = async (count: number) => {
    while (begun.length < count) await new Promise((wake) => setTimeout(wake));
  };
  await until(4);
  assert.deepEqual(begun.map(({ most }) => most), [150, 150, 150, 150]);
  begun[0]?.end();
  await until(5);
  assert.equal(begun[4]?.most, 120);
  begun.forEach(({ end }) => end());
  assert.equal((await all).length, 5);
});

Deno.test("inline media and downloads count towards one limit", async () => {
  const { fetch, hold } = mediaOfRequest(() => Promise.resolve(picture(60)), { addresses: 9, bytes: 100 });
  hold(picture(60), "images.0");
  await refused(() => fetch("a", signal, { param: "images.1" }), "images.1", /more than .* MB of media/);
});
