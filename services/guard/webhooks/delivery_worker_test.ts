import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { serveScript } from "lib/testing.ts";
import { afterAttempt, sender } from "./delivery_worker.ts";

const NOW = Date.parse("2026-11-21T10:00:00Z");
const failed = { status_code: 500, error: "The address answered 500", retryAfterMs: 0 };

Deno.test("sender() sends what the standardwebhooks package verifies, and reports the answer", async () => {
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  await using server = serveScript(() =>
    new Response("no", { status: 503, headers: { "retry-after": "7" } })
  );
  const sent = await sender({ allowPrivate: true })({ url: server.url, secret }, {
    id: "msg_1",
    body: '{"a":"ب"}',
  });
  assert.deepEqual(sent, { status_code: 503, error: "The address answered 503", retryAfterMs: 7_000 });
  const [request] = server.requests;
  assert.ok(request);
  assert.deepEqual(new Webhook(secret).verify(request.body, Object.fromEntries(request.headers)), { a: "ب" });
});

Deno.test("sender() follows no redirect and goes to no private address", async () => {
  await using server = serveScript(() =>
    new Response(null, { status: 302, headers: { location: "/other" } })
  );
  const to = { url: server.url, secret: "secret of a test" };
  const redirected = await sender({ allowPrivate: true })(to, { id: "msg_1", body: "{}" });
  assert.equal(redirected.status_code, 302);
  assert.notEqual(redirected.error, null);
  assert.equal(server.requests.length, 1);
  for (
    const url of [
      server.url,
      "http://localhost:1/",
      "http://169.254.169.254/latest",
      "http://[::1]/",
      "http://2130706433/",
    ]
  ) {
    const refused = await sender({ allowPrivate: false })({ ...to, url }, { id: "msg_1", body: "{}" });
    assert.equal(refused.status_code, 0, url);
    assert.match(refused.error ?? "", /public/);
  }
  assert.equal(server.requests.length, 1);
});

Deno.test("afterAttempt() retries for three days with jitter, then gives up", () => {
  let now = NOW;
  for (let attempts = 1; attempts <= 9; attempts++) {
    const attempt = afterAttempt({ attempts }, failed, { now, random: () => 0.5 });
    assert.equal(attempt.status, "pending");
    now = Date.parse(attempt.due_at);
  }
  assert.ok(now - NOW > 75 * 3_600_000 && now - NOW < 80 * 3_600_000);
  assert.equal(afterAttempt({ attempts: 10 }, failed, { now }).status, "failed");
  const early = afterAttempt({ attempts: 2 }, failed, { now: NOW, random: () => 0 });
  const late = afterAttempt({ attempts: 2 }, failed, { now: NOW, random: () => 1 });
  assert.equal(Date.parse(early.due_at) - NOW, 270_000);
  assert.equal(Date.parse(late.due_at) - NOW, 330_000);
});

Deno.test("afterAttempt() honours Retry-After, counts only 2xx as success and stops at 410", () => {
  const asked = afterAttempt({ attempts: 1 }, { ...failed, retryAfterMs: 60_000 }, { now: NOW });
  assert.equal(Date.parse(asked.due_at) - NOW, 60_000);
  const good = { status_code: 204, error: null, retryAfterMs: 0 };
  assert.equal(afterAttempt({ attempts: 1 }, good, { now: NOW }).status, "delivered");
  assert.equal(afterAttempt({ attempts: 1 }, { ...failed, status_code: 410 }, { now: NOW }).status, "failed");
});
