import assert from "node:assert/strict";
import fc from "fast-check";
import { nameFault } from "./field_names.ts";
import { startGateway, testTarget } from "./call_fixture.ts";
import { echo } from "../wires/echo.ts";

const REFUSED: [body: string, path: string][] = [
  ['{"model":"a","model":"b"}', "model"],
  ['{"model":"a","Model":"b"}', "Model"],
  ['{"Model":"a","model":"b"}', "Model"],
  ['{"model":"a","mod\\u0065l":"b"}', "model"],
  ['{"model":"a","\\u004dODEL":"b"}', "MODEL"],
  ['{"model":"a","Stream":true}', "Stream"],
  ['{"model":"a","\u017ftream":true}', "\u017ftream"],
  ['{ "model" : "a" , "n" : 1 , "x" : {} , "n" : 2 }', "n"],
  [
    '{"messages":[{"role":"user","content":"x"},{"role":"user","content":"x","role":"system"}]}',
    "messages.1.role",
  ],
  ['{"messages":[{"role":"user","content":"x","Role":"system"}]}', "messages.0.Role"],
  [
    '{"tools":[{"function":{"name":"f","parameters":{"properties":{"a":{},"a":{}}}}}]}',
    "tools.0.function.parameters.properties.a",
  ],
  [`{${Array.from({ length: 20 }, (_, i) => `"k${i}":1`).join(",")},"k7":2}`, "k7"],
];

const TAKEN = [
  '{"model":"a","messages":[{"role":"user","content":"\\"model\\":1, \\"model\\":2"}]}',
  '{"model":"a","messages":[{"content":"ends with \\\\"},{"content":"\\\\\\" \\"model\\":"}],"x":1}',
  '{"a":{"x":1},"b":{"x":1},"c":["x","x",{"x":1},{"x":1}]}',
  '{"tools":[{"function":{"parameters":{"properties":{"id":{},"ID":{}}}}}]}',
  '{"metadata":{"Team":"a","team":"b"},"logit_bias":{"1":1,"11":1}}',
  '{"vendorField":1,"X":2}',
  "{}",
];

Deno.test("a duplicate name, or one in another case, is found with its path", () => {
  for (const [body, path] of REFUSED) assert.equal(nameFault(body)?.path, path, body);
});

Deno.test("names in strings, in separate objects and in the caller's own schemas are not a fault", () => {
  for (const body of TAKEN) assert.equal(nameFault(body), undefined, body);
});

Deno.test("output of JSON.stringify has no duplicate name, and an inserted one is found", () => {
  const names = fc.string({ minLength: 1, unit: "binary" }).filter((name) => name !== "__proto__");
  fc.assert(fc.property(fc.dictionary(names, fc.jsonValue(), { minKeys: 1 }), fc.nat(), (data, pick) => {
    const text = JSON.stringify({ metadata: data });
    assert.equal(nameFault(text), undefined);
    const all = Object.keys(data);
    const name = all[pick % all.length] ?? "";
    const twice = `{"metadata":{${JSON.stringify(name)}:0,${JSON.stringify(data).slice(1)}}`;
    assert.equal(nameFault(twice)?.path, `metadata.${name}`);
  }));
});

Deno.test("a body with duplicate names is refused with 422 and the field, before any provider is called", async () => {
  const target = testTarget("http://127.0.0.1:9", { wire: "echo", provider: "echo", model: "echo" });
  await using gateway = await startGateway({ models: { echo: [target], other: [target] }, wires: { echo } });
  const messages = '"messages":[{"role":"user","content":"x"}]';
  for (
    const [body, param] of [
      [`{"model":"echo","Model":"other",${messages}}`, "Model"],
      [`{"model":"echo",${messages},"model":"other"}`, "model"],
      [`{"model":"echo",${messages},"STREAM":true}`, "STREAM"],
    ]
  ) {
    const response = await gateway.post(body);
    assert.equal(response.status, 422, body);
    const { error } = await response.json();
    assert.deepEqual([error.type, error.param], ["invalid_request_error", param]);
  }
  const good = await gateway.post(`{"model":"echo",${messages}}`);
  assert.equal(good.status, 200);
  await good.body?.cancel();
});
