import assert from "node:assert/strict";
import { isObject } from "lib/json_object.ts";
import { askedByPages } from "../console/tests/asked_types.ts";
import { faultsOf } from "../console/tests/contract.ts";
import { sharedPlatform } from "./platform_fixture.ts";

Deno.test("the console's pages ask only for routes, parameters and fields that the services describe", async () => {
  const { addresses } = await sharedPlatform();
  const documents = new Map(
    await Promise.all([...addresses].map(async ([service, address]) => {
      const document: unknown = await (await fetch(`${address}/openapi.json`)).json();
      assert.ok(isObject(document), service);
      return [service, document] as const;
    })),
  );
  const asked = askedByPages([...documents.keys()]);
  assert.ok(asked.length > 40, `${asked.length} requests were found`);
  assert.deepEqual(asked.flatMap((one) => faultsOf(one, documents)), []);
});
