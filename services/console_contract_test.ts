import assert from "node:assert/strict";
import { isObject } from "lib/json_object.ts";
import { quickEmbedded } from "lib/testing.ts";
import { startPlatform } from "./attack/platform.ts";
import { askedByPages } from "./console/tests/asked_types.ts";
import { faultsOf } from "./console/tests/contract.ts";

Deno.test("the console's pages ask only for routes, parameters and fields that the services describe", async () => {
  const dir = await Deno.makeTempDir();
  try {
    await using platform = await startPlatform(dir, await quickEmbedded());
    const documents = new Map(
      await Promise.all([...platform.addresses].map(async ([service, address]) => {
        const document: unknown = await (await fetch(`${address}/openapi.json`)).json();
        assert.ok(isObject(document), service);
        return [service, document] as const;
      })),
    );
    const asked = askedByPages([...documents.keys()]);
    assert.ok(asked.length > 40, `${asked.length} requests were found`);
    assert.deepEqual(asked.flatMap((one) => faultsOf(one, documents)), []);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});
