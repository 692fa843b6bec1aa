import assert from "node:assert/strict";
import fc from "fast-check";
import { fit } from "./fit.ts";
import { type Message, messageTokens } from "./messages.ts";

const calling = (id: string): Message[] => [
  {
    role: "assistant",
    content: null,
    tool_calls: [{ id, type: "function", function: { name: "t", arguments: "{}" } }],
  },
  { role: "tool", tool_call_id: id, content: "r".repeat(100) },
];

Deno.test("fit() drops whole turns from the oldest, and keeps prompt, question and last step", () => {
  const exchange = fc.nat(300).map((size): Message[] => [
    { role: "user", content: "q".repeat(size) },
    { role: "assistant", content: "a".repeat(size) },
  ]);
  fc.assert(
    fc.property(fc.array(exchange, { maxLength: 6 }), fc.nat(6), fc.nat(600), (before, steps, maxTokens) => {
      const asked: Message = { role: "user", content: "The question" };
      const after = Array.from({ length: steps }, (_, i) => calling(`c${i}`));
      const messages: Message[] = [
        { role: "system", content: "S" },
        ...before.flat(),
        asked,
        ...after.flat(),
      ];
      const { messages: given, dropped } = fit(messages, { question: 1 + before.flat().length, maxTokens });
      // A result that was shortened stands for the whole.
      const kept = given.map((message) =>
        message.role === "tool"
          ? messages.find((other) => other.role === "tool" && other.tool_call_id === message.tool_call_id) ??
            message
          : message
      );
      assert.equal(kept.length + dropped, messages.length);
      assert.equal(kept[0], messages[0]);
      assert.ok(kept.includes(asked));
      for (const turn of [...before, ...after]) {
        assert.equal(new Set(turn.map((message) => kept.includes(message))).size, 1);
      }
      const last = after.at(-1);
      if (last) assert.ok(last.every((message) => kept.includes(message)));
      const gone = messages.filter((message) => !kept.includes(message));
      assert.deepEqual(
        gone,
        messages.filter((message) => message.role !== "system" && message !== asked).slice(0, dropped),
      );
    }),
  );
});

Deno.test("fit() leaves a conversation that fits alone", () => {
  const messages: Message[] = [{ role: "system", content: "S" }, { role: "user", content: "Q" }];
  assert.equal(fit(messages, { question: 1, maxTokens: 100 }).messages, messages);
});

Deno.test("fit() shortens the results of the last calls where leaving out turns is not enough", () => {
  const [call, result] = calling("c1");
  assert.ok(call && result);
  const messages: Message[] = [
    { role: "user", content: "The question" },
    call,
    { ...result, content: "r".repeat(40_000) },
    { role: "tool", tool_call_id: "c1", content: "short" },
  ];
  const { messages: kept, shortened } = fit(messages, { question: 0, maxTokens: 1_000 });
  assert.equal(shortened, 1);
  assert.deepEqual([kept[0], kept[1], kept[3]], [messages[0], messages[1], messages[3]]);
  assert.match(kept[2]?.content ?? "", /^r{2000,}\n\[shortened to fit/);
  assert.ok(kept.reduce((sum, message) => sum + messageTokens(message), 0) <= 1_000);
});
