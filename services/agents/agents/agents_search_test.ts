import assert from "node:assert/strict";
import { z } from "zod";
import type { Role } from "lib/auth/auth.ts";
import { testOnEngines } from "lib/testing.ts";
import { fixture, SCHEMA } from "../fixture.ts";

const Found = z.array(z.object({ id: z.string() }));

testOnEngines(
  "agents and runs are found by name, input or id, by those who may see them",
  SCHEMA,
  async (sql) => {
    await using service = await fixture(sql, { script: () => ({ content: "Hello." }) });
    const { request } = service;
    const make = async (name: string, sub: string) => {
      const answer = await request("POST", "agents", { body: { name, description: "100 % أحمد" }, sub });
      return z.object({ id: z.string() }).parse(await answer.json()).id;
    };
    const desk = await make("مكتب الإجراءات", "amal");
    const other = await make("Compliance desk", "badr");
    const run = async (agent: string, sub: string, input: string) => {
      const answer = await request("POST", `agents/${agent}/run`, { body: { input }, sub });
      return z.object({ id: z.string() }).parse(await answer.json()).id;
    };
    const ofAmal = await run(desk, "amal", "ما هي إجراءات الشراء؟");
    const ofBadr = await run(other, "badr", "Which articles apply?");
    const namesFor = async (path: string, search: string, sub: string, role: Role = "user") => {
      const answer = await request("GET", `${path}?search=${encodeURIComponent(search)}`, { sub, role });
      assert.equal(answer.status, 200);
      return Found.parse(await answer.json()).map(({ id }) => id).toSorted();
    };
    assert.deepEqual(await namesFor("agents", "اجراءات", "amal"), [desk]);
    assert.deepEqual(await namesFor("agents", "DESK", "badr"), [other]);
    assert.deepEqual(await namesFor("agents", "desk", "amal"), []);
    assert.deepEqual(await namesFor("agents", "احمد", "x", "manager"), [desk, other].toSorted());
    // A sign of patterns is a plain character.
    assert.deepEqual(await namesFor("agents", "0 % أ", "x", "admin"), [desk, other].toSorted());
    assert.deepEqual(await namesFor("agents", "0_%", "x", "admin"), []);
    assert.deepEqual(await namesFor("agents", ` ${desk} `, "amal"), [desk]);
    assert.deepEqual(await namesFor("agents", desk, "badr"), []);

    assert.deepEqual(await namesFor("runs", "اجراءات الشراء", "amal"), [ofAmal]);
    assert.deepEqual(await namesFor("runs", "", "amal"), [ofAmal]);
    assert.deepEqual(await namesFor("runs", ofBadr, "amal"), []);
    assert.deepEqual(await namesFor("runs", ofBadr, "badr"), [ofBadr]);
    assert.deepEqual(await namesFor("runs", "", "x", "manager"), [ofAmal, ofBadr].toSorted());
    assert.equal((await request("GET", "runs?search=a%00b", { sub: "amal" })).status, 422);
    assert.equal((await request("GET", "runs?limit=1000", { sub: "amal" })).status, 422);
  },
);
