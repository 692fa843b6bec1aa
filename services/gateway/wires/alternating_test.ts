import assert from "node:assert/strict";
import { alternating } from "./alternating.ts";
import type { Turn } from "./chat_request.ts";

function turn(role: Turn["role"], ...texts: string[]): Turn {
  return { role, parts: texts.map((text) => ({ type: "text", text })), thinking: [], calls: [] };
}

const contentOf = ({ parts }: Turn) => parts.map((part) => ({ said: part.type === "text" ? part.text : "" }));

Deno.test("alternating() joins what one side says in a row, tools on the user's side", () => {
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

Deno.test("alternating() leaves out a turn that says nothing, so that those around it are one", () => {
  const turns = [turn("user", "a"), turn("assistant"), turn("user", "b")];
  assert.deepEqual(alternating(turns, contentOf), [{
    role: "user",
    content: [{ said: "a" }, { said: "b" }],
  }]);
  assert.deepEqual(alternating([turn("assistant")], contentOf), []);
});

Deno.test("alternating() calls the model's side what the provider calls it", () => {
  const [speech] = alternating([turn("assistant", "a")], contentOf, "model");
  assert.equal(speech?.role, "model");
});
