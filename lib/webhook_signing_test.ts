import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { newSecret, secretKey, signedHeaders } from "lib/webhook_signing.ts";

Deno.test("signedHeaders() gives the signature of the published vector", () => {
  const headers = signedHeaders("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", {
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    timestamp: 1614265330,
    body: '{"test": 2432232314}',
  });
  assert.equal(headers["webhook-signature"], "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
});

Deno.test("the standardwebhooks package verifies signedHeaders(), in any script, for new secrets", () => {
  const secret = newSecret();
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  const body = JSON.stringify({ type: "webhook_test", data: { text: "تنبيه 😀" } });
  const headers = signedHeaders(secret, { id: "msg_1", timestamp: Math.floor(Date.now() / 1000), body });
  assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body));
  assert.throws(() => new Webhook(newSecret()).verify(body, headers));
});

Deno.test("secretKey() takes base64 of 24 to 64 bytes, and a secret of any other form as its text", () => {
  assert.equal(secretKey("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").length, 24);
  assert.equal(
    new TextDecoder().decode(secretKey("my own secret, long enough")),
    "my own secret, long enough",
  );
  assert.equal(new TextDecoder().decode(secretKey("short")), "short");
});
