import assert from "node:assert/strict";
import { s3Bucket } from "lib/files/s3.ts";
import { serveScript, testService } from "lib/testing.ts";
import { TEST_KEYS } from "../guard_fixture.ts";
import { anchorAt } from "./audit_anchor.ts";
import { auditAnchoring } from "./audit_anchoring.ts";
import { anchorBucket, anchorFile } from "./audit_anchors_store.ts";
import { type Head, signedHead } from "./audit_head.ts";

const key = TEST_KEYS.current;
const anchor = (seq: number, at: string) => anchorAt({ seq, hash: `h${seq}`, keyed_from: 1 }, { key, at });

Deno.test("anchors in a file come back newest first, and a torn line spoils no other", async () => {
  const dir = await Deno.makeTempDir({ prefix: "anchors-" });
  const store = await anchorFile(`${dir}/new`);
  assert.deepEqual(await store.newest(), []);
  const made = [1, 2, 3].map((seq) => anchor(seq, `2026-11-2${seq}T00:00:00.000Z`));
  for (const anchor of made.slice(0, 2)) await store.add(anchor);
  await Deno.writeTextFile(`${dir}/new/guard_audit.jsonl`, '{"format":"diw', { append: true });
  for (const anchor of made.slice(2)) await store.add(anchor);
  assert.deepEqual((await store.newest()).map((anchor) => anchor?.seq), [3, undefined, 2, 1]);
  // Only the end of a long file is read.
  const many = Array.from({ length: 3_000 }, (_, i) => JSON.stringify(anchor(i, "2026-11-24T00:00:00.000Z")));
  await Deno.writeTextFile(`${dir}/new/guard_audit.jsonl`, many.join("\n") + "\n", { append: true });
  const newest = await store.newest();
  assert.deepEqual([newest.length, newest[0]?.seq, newest.at(-1)?.seq], [500, 2_999, 2_500]);
  await Deno.remove(dir, { recursive: true });
});

Deno.test("anchors in a bucket are objects of their own, found over months", async () => {
  const objects = new Map<string, string>();
  await using server = serveScript((request, { body }) => {
    const { pathname, searchParams } = new URL(request.url);
    if (request.method === "PUT") objects.set(pathname, body);
    if (searchParams.get("list-type") !== "2") return new Response(objects.get(pathname) ?? "");
    const keys = [...objects.keys()].map((path) => path.slice("/vault/".length)).sort()
      .filter((key) => key.startsWith(searchParams.get("prefix") ?? ""));
    const contents = keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join("");
    return new Response(`<ListBucketResult>${contents}</ListBucketResult>`);
  });
  const bucket = s3Bucket({
    ...{ address: "s3://vault/diwan", accessKeyId: "id", secretAccessKey: "secret", region: "us-east-1" },
    ...{ endpoint: server.url, what: "storage of audit anchors" },
  });
  const store = anchorBucket(bucket, () => Date.parse("2026-12-31T23:00:00Z"));
  assert.deepEqual(await store.newest(), []);
  const times = ["2026-08-30T23:00:00.000Z", "2026-12-01T00:00:00.000Z", "2026-12-31T22:00:00.000Z"];
  for (const [i, at] of times.entries()) await store.add(anchor(i + 8, at));
  assert.deepEqual((await store.newest()).map((anchor) => anchor?.seq), [10, 9, 8]);
  assert.equal(objects.size, 3);
  objects.set([...objects.keys()][0] ?? "", "nonsense");
  assert.deepEqual((await store.newest()).map((anchor) => anchor?.seq), [10, 9, undefined]);
});

Deno.test("the chain is anchored when it has moved, never when its head was changed", async () => {
  const places: number[] = [];
  const { log } = testService();
  let head: Head = signedHead(
    { seq: 5, hash: "h5", anchor_seq: 0, anchor_hash: "h0", keyed_from: 1 },
    key,
  );
  let fault: "head_altered" | undefined;
  let isAway = false;
  const anchoring = auditAnchoring({
    store: { head: () => Promise.resolve({ head, fault }) },
    keys: TEST_KEYS,
    anchors: {
      add: ({ seq }) => isAway ? Promise.reject(new Error("away")) : Promise.resolve(void places.push(seq)),
      newest: () => Promise.resolve([]),
    },
    ...{ minutes: 1, log, now: () => 0 },
  });
  await anchoring.anchorIfMoved();
  await anchoring.anchorIfMoved();
  assert.deepEqual(places, [5]);
  head = { ...head, seq: 6 };
  isAway = true;
  await anchoring.anchorIfMoved();
  isAway = false;
  await anchoring.anchorIfMoved();
  assert.deepEqual(places, [5, 6], "a place that could not be written is written the next time");
  [head, fault] = [{ ...head, seq: 7 }, "head_altered"];
  await anchoring.anchorIfMoved();
  assert.equal(await anchoring.anchor(), undefined);
  assert.deepEqual(places, [5, 6]);
});
