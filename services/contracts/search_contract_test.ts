import assert from "node:assert/strict";
import { z } from "zod";
import { SEARCH_SOURCES } from "../console/server/search_sources.ts";
import { sharedPlatform } from "./platform_fixture.ts";

const Document = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        parameters: z.array(z.object({ name: z.string() })).default([]),
        "x-roles": z.array(z.string()).optional(),
      }),
    ),
  ),
});
const Row = z.record(z.string(), z.unknown());

for (const source of SEARCH_SOURCES) {
  const { kind, service, list, item, rows, only } = source;
  Deno.test(`the search for a ${kind} asks ${service} for what it has, as everybody who may`, async () => {
    const platform = await sharedPlatform();
    const address = platform.addresses.get(service);
    const { paths } = Document.parse(await (await fetch(`${address}/openapi.json`)).json());
    const [path = "", query = ""] = list.split("?");
    const contract = paths[path]?.get;
    assert.ok(contract, path);
    const parameters = contract.parameters.map(({ name }) => name);
    for (const name of new URLSearchParams(query).keys()) assert.ok(parameters.includes(name), name);
    if (item) {
      const [, open = "", close = ""] = /^(.*)\{id\}(.*)$/.exec(item) ?? [];
      assert.ok(Object.keys(paths).some((known) => known.replace(/\{\w+\}/, "") === open + close), item);
    }
    const token = await platform.token(only ? "admin" : "user");
    const answer = await fetch(`${address}${list.replace("{text}", "a%25")}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const body: unknown = await answer.json();
    assert.equal(answer.status, 200, JSON.stringify(body));
    z.array(Row).parse(rows === undefined ? body : Row.parse(body)[rows]);
  });
}
