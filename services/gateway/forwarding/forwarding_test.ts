import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { uuidv7 } from "lib/ids.ts";
import { s3Bucket } from "lib/files/s3.ts";
import { serveScript } from "lib/testing.ts";
import { z } from "zod";
import { UsageRecord as ShownRecord } from "../books/usage_record.ts";
import { cheapProvider, configFor, startProcess } from "../process_fixture.ts";
import type { UsageRecord } from "../usage.ts";
import { openForwarder } from "./usage_forwarder.ts";
import { bucketSink, webhookSink } from "./usage_sink.ts";

const SECRET = "a secret of sixteen characters";
const LOG = { warn: () => {}, error: () => {} };
const Delivery = z.object({
  type: z.literal("usage.recorded"),
  timestamp: z.iso.datetime(),
  data: z.object({ records: z.array(ShownRecord.strict()) }),
});

function record(timestamp = "2026-11-22T17:05:00.000Z"): UsageRecord {
  const id = uuidv7();
  return {
    ...{ id, request_id: id, model: "m", provider: "p", cost_usd: "0.001000000", timestamp },
    ...{ prompt_tokens: 3, completion_tokens: 2, total_tokens: 5, cached_tokens: 0, cache_write_tokens: 0 },
    ...{ reasoning_tokens: 0, audio_prompt_tokens: 0, audio_completion_tokens: 0, estimated: false },
    ...{ tenant_id: "t", team_id: null, customer_id: null, outcome: "ok", unpriced: false, cached: false },
    ...{
      latency_ms: 12,
      ttft_ms: null,
      streamed: false,
      actor: "user:ann",
      ip: "10.0.0.9",
      resource: "/v1/x",
    },
  };
}

/** Resolves once `done` returns true. */
async function until(done: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !await done(); tries++) {
    assert.ok(tries < 1_200, "nothing came");
    await new Promise((wake) => setTimeout(wake, 50));
  }
}

async function inFolder(test: (dir: string) => Promise<void>) {
  const dir = await Deno.makeTempDir({ prefix: "forward-" });
  try {
    await test(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

const forwarderTo = (url: string, dir: string, more = {}) =>
  openForwarder({
    sink: webhookSink({ url, secret: SECRET }),
    ...{ dir, maxBytes: 2 ** 20, waitMs: 20, log: LOG, pauseMs: 20 },
    ...more,
  });

Deno.test("records go to a webhook signed and batched, and are retried with the same id until it accepts them", () =>
  inFolder(async (dir) => {
    let refusals = 2;
    await using place = serveScript(() => new Response(null, { status: refusals-- > 0 ? 503 : 204 }));
    const forwarder = await forwarderTo(`${place.url}/hook?key=k`, dir);
    const records = [record(), record()];
    for (const record of records) forwarder.add(record);
    await until(() => place.requests.length === 3);
    await forwarder.close();
    assert.deepEqual(new Set(place.requests.map(({ path }) => path)), new Set(["/hook?key=k"]));
    assert.equal(new Set(place.requests.map(({ headers }) => headers.get("webhook-id"))).size, 1);
    const [, , taken] = place.requests;
    const sent = new Webhook(btoa(SECRET)).verify(
      taken?.body ?? "",
      Object.fromEntries(taken?.headers ?? []),
    );
    const { data } = Delivery.parse(sent);
    assert.deepEqual(data.records.map(({ id }) => id), records.map(({ id }) => id));
    assert.equal(data.records[0]?.cost_usd, 0.001);
    assert.equal(taken?.body.includes("10.0.0.9") || taken?.body.includes("user:ann"), false);
  }));

Deno.test("a Retry-After of the webhook is respected, and health is failing until it accepts a record", () =>
  inFolder(async (dir) => {
    let now = Date.parse("2026-11-22T17:00:00Z");
    let free = false;
    let looks = 0;
    await using place = serveScript(() =>
      free
        ? new Response(null, { status: 204 })
        : new Response(null, { status: 429, headers: { "retry-after": "60" } })
    );
    const sink = webhookSink({ url: place.url, secret: SECRET, now: () => now });
    const clock = () => (looks++, now);
    const forwarder = await forwarderTo(place.url, dir, { sink, now: clock });
    assert.equal(await forwarder.check(), undefined);
    forwarder.add(record());
    await until(() => place.requests.length === 1);
    // The forwarder reads the refusal some time after the webhook has sent it.
    const isHealthy = async () => await forwarder.check();
    await until(() => isHealthy().then(() => false, () => true));
    now += 59_000;
    // Retries during the backoff read the clock and send nothing.
    const seen = looks;
    await until(() => looks > seen + 1);
    assert.equal(place.requests.length, 1);
    free = true;
    now += 2_000;
    await until(() => place.requests.length === 2);
    await forwarder.close();
    assert.equal(await forwarder.check(), undefined);
  }));

Deno.test("records left unsent at shutdown are sent after the next start", () =>
  inFolder(async (dir) => {
    const away = await forwarderTo("http://127.0.0.1:9/", dir);
    const records = [record(), record()];
    for (const record of records) away.add(record);
    await away.close();
    await using place = serveScript(() => new Response(null, { status: 204 }));
    const next = await forwarderTo(place.url, dir);
    await until(() => place.requests.length > 0);
    await next.close();
    const ids = place.requests.flatMap(({ body }) => Delivery.parse(JSON.parse(body)).data.records)
      .map(({ id }) => id);
    assert.deepEqual(ids.sort(), records.map(({ id }) => id).sort());
  }));

Deno.test("records go to a bucket as JSON lines under a key of date and hour", () =>
  inFolder(async (dir) => {
    await using server = serveScript(() => new Response());
    const bucket = s3Bucket({
      ...{ address: "s3://usage/gateway", endpoint: server.url, accessKeyId: "AKID" },
      ...{ secretAccessKey: "secret", region: "us-east-1", what: "bucket" },
    });
    const forwarder = await forwarderTo("", dir, { sink: bucketSink(bucket) });
    const records = [record(), record()];
    for (const record of records) forwarder.add(record);
    await until(() => server.requests.length === 1);
    await forwarder.close();
    const [put] = server.requests;
    assert.equal(put?.method, "PUT");
    assert.equal(put?.path, `/usage/gateway/2026/11/22/17/usage_${records[0]?.id}_2.jsonl`);
    const lines = put?.body.trimEnd().split("\n").map((line) => ShownRecord.strict().parse(JSON.parse(line)));
    assert.deepEqual(lines?.map(({ id }) => id), records.map(({ id }) => id));
    assert.match(put?.headers.get("authorization") ?? "", /^AWS4-HMAC-SHA256 Credential=AKID\//);
  }));

Deno.test("kill -9 of a gateway loses no record that its webhook had not accepted", () =>
  inFolder(async (dir) => {
    await using provider = cheapProvider();
    let open = false;
    await using place = serveScript(() => new Response(null, { status: open ? 204 : 500 }));
    await Deno.writeTextFile(`${dir}/gateway.json`, configFor(provider.url));
    const settings = {
      GATEWAY_CONFIG: `${dir}/gateway.json`,
      GATEWAY_USAGE_URL: place.url,
      GATEWAY_USAGE_SECRET: SECRET,
      GATEWAY_USAGE_SECONDS: "1",
    };
    const body = { model: "m", messages: [{ role: "user", content: "x" }] };
    const asked: string[] = [];
    {
      await using first = await startProcess(dir, settings);
      for (let i = 0; i < 20; i++) {
        const answer = await first.call("/v1/chat/completions", { method: "POST", body });
        asked.push(answer.headers.get("x-request-id") ?? "");
        await answer.body?.cancel();
      }
      await first.kill();
    }
    open = true;
    const before = place.requests.length;
    await using second = await startProcess(dir, settings);
    const forwardedIds = () =>
      new Set(
        place.requests.slice(before)
          .flatMap(({ body }) =>
            Delivery.parse(JSON.parse(body)).data.records.map((record) => record.request_id)
          ),
      );
    await until(() => forwardedIds().size >= asked.length);
    assert.deepEqual([...forwardedIds()].sort(), asked.sort());
    assert.equal(await second.stop(), 0);
  }));

Deno.test("a webhook without a secret or a bucket without a key fails the start with an error that names the setting", async () => {
  const main = new URL("../main.ts", import.meta.url).pathname;
  await inFolder(async (dir) => {
    for (const [url, setting] of [["https://x.example", "USAGE_SECRET"], ["s3://b/p", "AWS_ACCESS_KEY_ID"]]) {
      const { code, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--no-check", main],
        env: { DATA_DIR: dir, GATEWAY_PORT: "0", DATABASE_URL: "", GATEWAY_USAGE_URL: url ?? "" },
      }).output();
      assert.equal(code, 1);
      assert.match(new TextDecoder().decode(stderr), new RegExp(`${setting}: needed`));
    }
  });
});
