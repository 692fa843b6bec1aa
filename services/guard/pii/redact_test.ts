import assert from "node:assert/strict";
import fc from "fast-check";
import { detect } from "./detect.ts";
import { LONGEST_MARKER, redact, vault } from "./redact.ts";

Deno.test("redact() puts a marker of its type in place of each entity", () => {
  const text = "ali@example.com or +971501234567";
  assert.equal(redact(text, detect(text)), "[REDACTED_EMAIL] or [REDACTED_PHONE]");
});

Deno.test("redact() and restore() treat $ as a plain character", () => {
  const text = "password: aB1$&$1$$ and $' ali@example.com $`";
  const entities = detect(text);
  assert.equal(redact(text, entities), "password: [REDACTED_SECRET] and $' [REDACTED_EMAIL] $`");
  const hidden = vault();
  assert.equal(hidden.restore(hidden.hide(text, entities)), text);
});

Deno.test("vault() gives the same value the same marker and never one that the text contains", () => {
  const text = "a@b.co c@d.co a@b.co [REDACTED_EMAIL_1]";
  const hidden = vault([text]);
  const hiddenText = hidden.hide(text, detect(text));
  assert.equal(hiddenText, "[REDACTED_EMAIL_2] [REDACTED_EMAIL_3] [REDACTED_EMAIL_2] [REDACTED_EMAIL_1]");
  assert.equal(hidden.restore(hiddenText), text);
  assert.equal(hidden.restore("[REDACTED_EMAIL_9]"), "[REDACTED_EMAIL_9]");
});

Deno.test("vault() restores a marker that a stream cuts anywhere", () => {
  const hidden = vault();
  const text = hidden.hide("write to ali@example.com now", detect("write to ali@example.com now"));
  fc.assert(fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (sizes) => {
    let [pending, restored] = ["", ""];
    let at = 0;
    for (let i = 0; at < text.length; i++) {
      const size = sizes[i % sizes.length] ?? 1;
      pending += text.slice(at, at + size);
      at += size;
      const open = hidden.openEnd(pending);
      restored += hidden.restore(pending.slice(0, pending.length - open));
      pending = pending.slice(pending.length - open);
    }
    assert.equal(restored + hidden.restore(pending), "write to ali@example.com now");
  }));
  assert.ok("[REDACTED_URL_CREDENTIALS_999999]".length < LONGEST_MARKER);
});

Deno.test("redact() keeps JSON valid", () => {
  const cases = [
    ['{"card":4111111111111111,"n":1}', { card: "[REDACTED_CREDIT_CARD]", n: 1 }],
    ['[784199012345676, "784-1990-1234567-6"]', ["[REDACTED_EMIRATES_ID]", "[REDACTED_EMIRATES_ID]"]],
    ['{"to":"ali@example.com \\"x\\""}', { to: '[REDACTED_EMAIL] "x"' }],
  ] as const;
  for (const [text, expected] of cases) {
    assert.deepEqual(JSON.parse(redact(text, detect(text))), expected);
  }
  assert.equal(
    redact("{card 4111111111111111", detect("{card 4111111111111111")),
    "{card [REDACTED_CREDIT_CARD]",
  );
});
