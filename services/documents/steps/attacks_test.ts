import assert from "node:assert/strict";
import { attackWarnings } from "lib/injection/attack_warning.ts";
import { jwtVerifier } from "lib/auth/auth.ts";
import { serveScript, TEST_SECRET } from "lib/testing.ts";
import type { Refiner } from "../understanding/model_refiner.ts";
import { testApp } from "../testing.ts";

const verify = jwtVerifier({ secret: TEST_SECRET });

/** Processes a letter with the guard's given answers, and counts model calls. */
async function taken(mode: "off" | "flag" | "block", answer: (text: string) => object | undefined) {
  const tokens: string[] = [];
  await using guard = serveScript((request, { body }) => {
    tokens.push(request.headers.get("authorization")?.replace("Bearer ", "") ?? "");
    const { text, place } = JSON.parse(body);
    assert.equal(place, "document");
    const found = answer(text);
    return found ? Response.json(found) : new Response("down", { status: 500 });
  });
  let asked = 0;
  const refiner: Refiner = {
    classification: (_text, found) => Promise.resolve((asked++, found)),
    extraction: (_type, _text, { found }) => Promise.resolve((asked++, found)),
  };
  const attacks = attackWarnings({
    ...{ mode, guardUrl: guard.url, jwtSecret: TEST_SECRET, service: "documents" },
  });
  await using test = await testApp({ refiner, attacks });
  const id = await test.upload("invoice_en.pdf");
  for (const step of ["ocr", "classify", "extract"]) await test.json("POST", `/${step}?document_id=${id}`);
  const { is_valid, issues } = await test.json("POST", `/validate?document_id=${id}`);
  return { asked, tokens, is_valid, issues };
}

const ATTACK = { injection: true, score: 0.9, explanation: "speaks to the model that reads the text" };

Deno.test("a suspected prompt injection is an issue, and is withheld from models if so configured", async () => {
  const flagged = await taken("flag", (text) => text.includes("TAX INVOICE") ? ATTACK : undefined);
  assert.deepEqual(flagged.issues, [{
    field: "text",
    issue: "It looks like an attack on a model that reads it: speaks to the model that reads the text",
    severity: "warning",
  }]);
  assert.deepEqual([flagged.asked, flagged.is_valid], [2, true]);
  const holder = await verify(flagged.tokens[0] ?? "");
  assert.deepEqual([holder.sub, holder.role, holder.service], ["documents", "user", "documents"]);
  const blocked = await taken("block", () => ATTACK);
  assert.deepEqual([blocked.asked, blocked.issues], [0, flagged.issues]);
});

Deno.test("an unavailable guard is an issue, a clean text is not, and `off` calls no guard", async () => {
  const away = await taken("block", () => undefined);
  assert.equal(away.asked, 0);
  assert.match(JSON.stringify(away.issues), /did not check it for attacks/);
  const calm = await taken("block", () => ({ injection: false, score: 0.1, explanation: "" }));
  assert.deepEqual([calm.asked, calm.issues], [2, []]);
  const off = await taken("off", () => ATTACK);
  assert.deepEqual([off.asked, off.issues, off.tokens], [2, [], []]);
});
