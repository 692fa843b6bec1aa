import assert from "node:assert/strict";
import { headersOf, placeIn } from "lib/telemetry/trace_headers.ts";

const TRACEPARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

function passedOn(tracestate: string, traceparent = TRACEPARENT): Record<string, string> | undefined {
  const place = placeIn(new Headers({ traceparent, tracestate }));
  return place && headersOf(place.span, place.state);
}

Deno.test("the notes of a trace are passed on as they came, without spaces between them", () => {
  assert.deepEqual(passedOn("congo=t61rcWkgMzE, rojo=00f067aa0ba902b7,\t4t@sys=a b,,"), {
    traceparent: TRACEPARENT,
    tracestate: "congo=t61rcWkgMzE,rojo=00f067aa0ba902b7,4t@sys=a b",
  });
  assert.deepEqual(passedOn(""), { traceparent: TRACEPARENT });
});

Deno.test("notes that are malformed are left out, and the trace goes on", () => {
  const many = Array.from({ length: 33 }, (_, n) => `k${n}=1`).join(",");
  for (
    const bad of ["Congo=1", "congo", "congo=", "a=1,a=2", "a=b=c", "a=é", "4t=1", many, "a=1,".repeat(9000)]
  ) {
    assert.deepEqual(passedOn(bad), { traceparent: TRACEPARENT }, bad.slice(0, 40));
  }
});

Deno.test("of notes that are too long whole ones at the end are left out", () => {
  const [first, second] = [`a=${"x".repeat(256)}`, `b=${"y".repeat(256)}`];
  assert.equal(passedOn(`${first},${second}`)?.tracestate, first);
});

Deno.test("without a caller's span there is nothing to note", () => {
  const zero = `00-${"0".repeat(32)}-b7ad6b7169203331-01`;
  for (const bad of [zero, "", `ff${TRACEPARENT.slice(2)}`, TRACEPARENT.toUpperCase()]) {
    assert.equal(passedOn("congo=1", bad), undefined);
  }
});
