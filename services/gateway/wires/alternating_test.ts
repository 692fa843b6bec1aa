import assert from "node:assert/strict";
import { alternating } from "./alternating.ts";
import type { Turn } from "./chat_request.ts";

function turn(role: Turn["role"], ...texts: string[]): Turn {
  return { role, parts: texts.map((text) => ({ type: "text", text })), thinking: [], calls: [] };
}

const contentOf = ({ parts }: Turn) => parts.map((part) => ({ said: part.type === "text" ? part.text : "" }));

Deno.test("alternating() merges consecutive messages of one role, tool results into the user's", () => {
  const turns = [
    turn("user", "a"),
    turn("user", "b"),
    turn("assistant", "c"),
    turn("tool", "d"),
    turn("user", "e"),
  ];
  assert.deepEqual(alternating(turns, contentOf), [
    { role: "user", content: [{ said: "a" }, { said: "b" }] },
    { role: "assistant", content: [{ said: "c" }] },
    { role: "user", content: [{ said: "d" }, { said: "e" }] },
  ]);
});

Deno.test("alternating() drops an empty message and merges its neighbours", () => {
  const turns = [turn("user", "a"), turn("assistant"), turn("user", "b")];
  assert.deepEqual(alternating(turns, contentOf), [{
    role: "user",
    content: [{ said: "a" }, { said: "b" }],
  }]);
  assert.deepEqual(alternating([turn("assistant")], contentOf), []);
});

Deno.test("alternating() uses the provider's name for the model's role", () => {
  const [speech] = alternating([turn("assistant", "a")], contentOf, "model");
  assert.equal(speech?.role, "model");
});
