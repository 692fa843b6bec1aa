/** A guard in two processes on one port and one embedded database. */
import assert from "node:assert/strict";
import { freePort } from "lib/host/free_port_fixture.ts";
import { launch } from "./process_fixture.ts";

Deno.test("a policy counts in both processes as soon as it is there, and their audit trail is one chain", async () => {
  const guard = await launch("guard", freePort(), { GUARD_PROCESSES: "2" });
  try {
    // Each over a connection of its own, which chance gives to one of the processes.
    const verdicts = async () => {
      const answers = await Promise.all(
        Array.from({ length: 16 }, async () => {
          const response = await fetch(`${guard.url}/api/v1/governance/evaluate`, {
            method: "POST",
            headers: {
              ...{ authorization: `Bearer ${guard.jwt}`, connection: "close" },
              "content-type": "application/json",
            },
            body: JSON.stringify({ content: "the code word is falcon" }),
          });
          assert.equal(response.status, 200);
          return (await response.json()).action;
        }),
      );
      return [...new Set(answers)];
    };
    for (let round = 0; round < 3; round++) {
      assert.deepEqual(await verdicts(), ["pass"]);
      const made = await guard.ask("POST", "/policies", {
        ...{ name: "Code word", rule_type: "keyword", action: "block" },
        rule_config: JSON.stringify({ keywords: ["falcon"] }),
      });
      assert.equal(made.status, 201);
      assert.deepEqual(await verdicts(), ["block"]);
      assert.equal((await guard.ask("DELETE", `/policies/${made.body.id}`)).status, 200);
    }
    for (;;) {
      const { body } = await guard.ask("GET", "/audit/verify");
      assert.equal(body.valid, true);
      // Each evaluation, and each change of a policy.
      if (Number(body.checked) >= 3 * (32 + 2)) break;
    }
  } finally {
    assert.equal(await guard.stop(), 0);
  }
});
