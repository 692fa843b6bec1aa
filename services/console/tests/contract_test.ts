import assert from "node:assert/strict";
import type { Asked, Shape } from "./asked_types.ts";
import { faultsOf } from "./contract.ts";

const document = {
  paths: {
    "/tenders/{id}": {
      get: {
        parameters: [{ in: "query", name: "bids" }],
        responses: {
          200: { content: { "application/json": { schema: { $ref: "#/components/schemas/Tender" } } } },
        },
      },
      put: {
        requestBody: {
          content: { "application/json": { schema: { properties: { title: { type: "string" } } } } },
        },
        responses: { 204: {} },
      },
    },
    "/tenders/stats": { get: { responses: { 200: {} } } },
  },
  components: {
    schemas: {
      Tender: {
        properties: {
          status: { enum: ["open", "closed"] },
          bids: { type: "array", items: { anyOf: [{ properties: { price: {} } }, { type: "null" }] } },
        },
      },
    },
  },
};

const shape = (fields: Record<string, Shape>): Shape => ({
  fields: new Map(Object.entries(fields).map(([name, shape]) => [name, { shape, optional: false }])),
});
const plain = shape({});
const asked: Asked = { where: "page.tsx:1", path: "/procurement/tenders/{}", method: "GET", query: [] };
const faults = (more: Partial<Asked>) =>
  faultsOf({ ...asked, ...more }, new Map([["procurement", document]]));

Deno.test("a request that its service describes has no fault", () => {
  const bids = { fields: new Map(), items: shape({ price: plain }) };
  const answer = shape({ status: { ...plain, words: ["open"] }, bids });
  assert.deepEqual(faults({ query: ["bids"], answer }), []);
  assert.deepEqual(faults({ method: "PUT", body: shape({ title: plain }) }), []);
});

Deno.test("a route, method, parameter, field, text or body that is not described is a fault each", () => {
  assert.match(String(faults({ path: "/procurement/tender/{}" })), /is no route/);
  assert.match(String(faults({ path: "/mail/tenders" })), /no service mail/);
  assert.match(String(faults({ method: "DELETE" })), /takes get,put only/);
  assert.match(String(faults({ query: ["lots"] })), /has no \?lots/);
  assert.match(String(faults({ answer: shape({ lots: plain }) })), /answers without \.lots/);
  assert.match(String(faults({ answer: shape({ status: { ...plain, words: ["shut"] } }) })), /status "shut"/);
  const bids = { fields: new Map(), items: shape({ sum: plain }) };
  assert.match(String(faults({ answer: shape({ bids }) })), /\.bids\[\]\.sum/);
  assert.match(String(faults({ method: "PUT", body: shape({ name: plain }) })), /takes no \.name/);
  assert.match(String(faults({ path: "" })), /nothing tells/);
});
