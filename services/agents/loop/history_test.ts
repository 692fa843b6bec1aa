import assert from "node:assert/strict";
import { type Exchange, historyMessages } from "./history.ts";
import type { TraceStep, TraceToolCall } from "./trace.ts";

const CALL: TraceToolCall = {
  id: "c1",
  name: "docs.search",
  arguments: { words: "lease" },
  status: "ok",
  result: "Found: lease.pdf",
  truncated: false,
  result_bytes: 16,
  duration_ms: 1,
};
const STEP: TraceStep = {
  step: 1,
  type: "model",
  started_at: "2026-11-22T10:00:00.000Z",
  duration_ms: 5,
  model: "m",
  reasoning: "",
  finish_reason: "tool_calls",
  usage: null,
  tool_calls: [CALL, { ...CALL, status: "timeout", error: "The tool did not answer within 30 s" }],
  retries: [],
};
const DONE: Exchange = {
  input: "Where is the lease?",
  context: null,
  output: "In lease.pdf.",
  status: "completed",
  failure: null,
  error: null,
  steps: [STEP, { ...STEP, step: 2, type: "final", tool_calls: [] }],
};

Deno.test("a turn is shown with its calls and their results, under unique ids", () => {
  const messages = historyMessages([DONE, DONE]);
  assert.deepEqual(messages.slice(0, 5), [
    { role: "user", content: "Where is the lease?" },
    {
      role: "assistant",
      content: null,
      tool_calls: [0, 1].map((i) => ({
        id: `turn_0_1_${i}`,
        type: "function",
        function: { name: "docs__search", arguments: '{"words":"lease"}' },
      })),
    },
    { role: "tool", tool_call_id: "turn_0_1_0", content: "Found: lease.pdf" },
    { role: "tool", tool_call_id: "turn_0_1_1", content: "Error: The tool did not answer within 30 s" },
    { role: "assistant", content: "In lease.pdf." },
  ]);
  const ids = messages.flatMap((message) => message.role === "tool" ? [message.tool_call_id] : []);
  assert.equal(new Set(ids).size, 4);
});

Deno.test("a turn without an answer is shown with its end", () => {
  const cancelled = { ...DONE, status: "cancelled" as const, error: "The caller disconnected", steps: [] };
  assert.deepEqual(historyMessages([{ ...cancelled, output: "In le" }, { ...cancelled, output: "" }]), [
    { role: "user", content: "Where is the lease?" },
    {
      role: "assistant",
      content: "In le\n\n[This turn did not end with an answer: The caller disconnected]",
    },
    { role: "user", content: "Where is the lease?" },
    { role: "assistant", content: "[This turn did not end with an answer: The caller disconnected]" },
  ]);
});

Deno.test("a message that the provider refused is not sent again", () => {
  const refused: Exchange = {
    ...DONE,
    status: "failed",
    failure: "content_filter",
    output: "",
    error: "withheld",
  };
  assert.doesNotMatch(JSON.stringify(historyMessages([refused])), /Where is/);
});

Deno.test("of a message that alone was too long the beginning is told, so that it displaces no other turn", () => {
  const long: Exchange = {
    ...DONE,
    ...{ input: `Summarise: ${"word ".repeat(20_000)}`, steps: [], output: "" },
    ...{ status: "failed", failure: "context_overflow", error: "The question is too long" },
  };
  const [asked] = historyMessages([long]);
  assert.match(
    asked?.content ?? "",
    /^Summarise: word .*\n\[cut: this message was longer than the model takes\]$/s,
  );
  assert.ok((asked?.content ?? "").length < 600);
  const [short] = historyMessages([{ ...long, input: "Short" }]);
  assert.equal(short?.content, "Short");
});
