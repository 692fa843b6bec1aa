import assert from "node:assert/strict";
import {
  inSpan,
  inThisTrace,
  inTraceOf,
  isExporting,
  isSampled,
  tracedRequest,
  traceHeaders,
} from "lib/telemetry/tracing.ts";

// Tests run without OTEL_DENO, as most installations do.
const options = { ignore: isExporting() };
const CALLER = { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" };

Deno.test(
  "without an exporter a span runs its work, and passes on its result and its failure",
  options,
  async () => {
    assert.equal(await inSpan("work", {}, () => 7), 7);
    const failure = new TypeError("no");
    await assert.rejects(inSpan("work", {}, () => Promise.reject(failure)), (error) => error === failure);
  },
);

Deno.test(
  "without an exporter a request is answered, and its caller's trace goes no further",
  options,
  async () => {
    const request = { method: "GET", headers: new Headers(CALLER) };
    const answer = { status: 200 };
    const given = await tracedRequest(request, "guard", () => {
      assert.equal(isSampled(), false);
      assert.deepEqual(traceHeaders(), {});
      return Promise.resolve(answer);
    });
    assert.equal(given, answer);
    assert.deepEqual(inTraceOf(CALLER, traceHeaders), {});
  },
);

Deno.test("without an exporter work is bound to no trace, and is not wrapped", options, () => {
  const work = (text: string) => text;
  assert.equal(inThisTrace(work), work);
});
