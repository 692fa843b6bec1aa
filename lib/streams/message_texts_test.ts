import assert from "node:assert/strict";
import {
  chunkTexts,
  givenNames,
  isNestedDeeper,
  joinedParts,
  mapAnswerTexts,
  mapTexts,
  textsOf,
  withChunkTexts,
  withoutProbabilities,
} from "lib/streams/message_texts.ts";

Deno.test("texts are found in every shape of content; ids, types and bytes are not texts", () => {
  const message = {
    role: "user",
    id: "msg_1",
    content: [
      { type: "text", text: "one" },
      { type: "image_url", image_url: { url: "data:image/png;base64,AAAA", detail: "low" } },
      { type: "image_url", image_url: { url: "https://example.com/two.png" } },
      { type: "document", source: { type: "text", media_type: "text/plain", data: "three" } },
      { type: "document", source: { type: "base64", media_type: "application/pdf", data: "JVBERi0" } },
      { type: "thinking", thinking: "four", signature: "c2lnbmVk" },
    ],
  };
  assert.deepEqual(textsOf(message), ["one", "https://example.com/two.png", "three", "four"]);
});

Deno.test("a text file in a data URL is a text, an audio file is not", () => {
  const urls = ["data:text/csv;base64,YSxi", "data:application/json,{}", "data:audio/wav;base64,UklG"];
  assert.deepEqual(textsOf(urls.map((file_data) => ({ file_data }))), urls.slice(0, 2));
});

Deno.test("a tool's arguments are texts whatever their names, at any depth", () => {
  const call = {
    type: "tool_use",
    id: "toolu_1",
    name: "send",
    input: { id: "a", to: { url: "b", type: "c" } },
  };
  assert.deepEqual(textsOf(call), ["send", "a", "b", "c"]);
});

Deno.test("a text is replaced in its place, the value that came stays as it was, and __proto__ is a field", () => {
  const value = JSON.parse('{"__proto__":"x","list":["y",{"text":"z"}],"count":2,"role":"user"}');
  const before = structuredClone(value);
  const upper = mapTexts(value, (text) => text.toUpperCase());
  assert.equal(JSON.stringify(upper), '{"__proto__":"X","list":["Y",{"text":"Z"}],"count":2,"role":"user"}');
  assert.deepEqual(value, before);
  assert.equal(Object.getPrototypeOf(upper), Object.prototype);
});

Deno.test("a choice keeps its channel by its own index, from chunk to chunk and in any order", () => {
  const chunk = {
    choices: [
      {
        index: 1,
        delta: { content: "b", tool_calls: [{ index: 2, function: { name: "f", arguments: "{}" } }] },
      },
      { index: 0, delta: { content: "a", reasoning_content: "" } },
    ],
  };
  assert.deepEqual(chunkTexts(chunk), [
    { channel: "1/content", text: "b", whole: false },
    { channel: "1/tool_calls/2/function/name", text: "f", whole: true },
    { channel: "1/tool_calls/2/function/arguments", text: "{}", whole: false },
    { channel: "0/content", text: "a", whole: false },
  ]);
});

Deno.test("texts put back into a chunk are in their old places, and no log probability quotes the old words", () => {
  const chunk = {
    choices: [
      {
        index: 0,
        delta: { role: "assistant", content: "secret" },
        logprobs: { content: [{ token: "secret" }] },
      },
      { index: 1, delta: { content: "" } },
      { index: 2, delta: { content: "word" } },
    ],
  };
  const given = chunkTexts(chunk).map(({ text }) => `<${text}>`);
  assert.deepEqual(withChunkTexts(chunk, given), {
    choices: [
      { index: 0, delta: { role: "assistant", content: "<secret>" } },
      { index: 1, delta: { content: "" } },
      { index: 2, delta: { content: "<word>" } },
    ],
  });
  const response = {
    output: [{ content: [{ type: "output_text", text: "x", logprobs: [{ token: "x" }] }] }],
  };
  assert.deepEqual(withoutProbabilities(response), {
    output: [{ content: [{ type: "output_text", text: "x", logprobs: [] }] }],
  });
});

Deno.test("an answer without choices passes unchanged", () => {
  for (const answer of [null, "text", { error: "no" }, { choices: "none" }]) {
    assert.equal(mapAnswerTexts(answer, () => assert.fail("no text")), answer);
  }
});

Deno.test("depth is counted without recursion, so that any nesting can be refused", () => {
  let deep: unknown = 1;
  for (let i = 0; i < 200_000; i++) deep = [deep];
  assert.equal(isNestedDeeper(deep, 100), true);
  assert.equal(isNestedDeeper([[1], { a: { b: 2 } }], 3), false);
  assert.equal(isNestedDeeper([[1], { a: { b: 2 } }], 2), true);
});

Deno.test("field names chosen by the caller are texts too", () => {
  const schema = {
    properties: { salary: { type: "object", properties: { iban: {} } } },
    $defs: { Person: {} },
  };
  const request = { tools: [{ function: { parameters: schema } }], metadata: { project: "x" } };
  assert.deepEqual(givenNames(request).toSorted(), ["Person", "iban", "project", "salary"]);
});

Deno.test("text parts are joined as models read them, long ones by their ends", () => {
  const content = [{ type: "text", text: "project fal" }, { type: "text", text: "con" }];
  assert.deepEqual(joinedParts({ messages: [{ role: "user", content }] }), ["project falcon"]);
  assert.deepEqual(
    joinedParts({ messages: [{ role: "user", content: [content[0]] }, { content: "b" }] }),
    [],
  );
  const long = [{ type: "text", text: `${"a".repeat(9_000)}pro` }, { type: "text", text: "ject" }];
  const [joined = ""] = joinedParts(long);
  assert.ok(joined.endsWith("aproject"));
  assert.ok(joined.length < 1_200);
});
