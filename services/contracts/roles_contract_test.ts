import assert from "node:assert/strict";
import { z } from "zod";
import { jwtVerifier } from "lib/auth/auth.ts";
import { SECRET } from "../attack/platform.ts";
import { cookiesOf, testConsole } from "../console/console_fixture.ts";
import { holderOf } from "../console/server/credential.ts";
import { ROLE_RULES, type Rule } from "../console/tests/role_rules.ts";
import { sharedPlatform } from "./platform_fixture.ts";

const Document = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.looseObject({ "x-roles": z.array(z.string()).optional() })),
  ),
});

async function rulesOf(addresses: Map<string, string>): Promise<Rule[]> {
  const rules: Rule[] = [];
  for (const [service, address] of addresses) {
    const { paths } = Document.parse(await (await fetch(`${address}/openapi.json`)).json());
    for (const [path, operations] of Object.entries(paths)) {
      for (const [method, { "x-roles": roles }] of Object.entries(operations)) {
        if (roles) rules.push({ service, method: method.toUpperCase(), path, roles: roles.toSorted() });
      }
    }
  }
  return rules;
}

Deno.test("the routes for some roles alone are those that the tests of the console's views know", async () => {
  const rules = await rulesOf((await sharedPlatform()).addresses);
  const said = ({ service, method, path, roles }: Rule) => `${service} ${method} ${path} ${roles}`;
  assert.deepEqual(ROLE_RULES.map(said).toSorted(), rules.map(said).toSorted());
});

Deno.test("what a role may not do is refused when it is forced through the console", async () => {
  const { addresses, token } = await sharedPlatform();
  const verify = jwtVerifier({ secret: SECRET });
  await using desk = await testConsole({
    addresses: Object.fromEntries(addresses),
    holderOf: holderOf({ verify, gateway: addresses.get("gateway") ?? "", hours: 1 }),
  });
  for (const role of ["user", "manager", "admin"] as const) {
    const body = JSON.stringify({ token: await token(role, `forcing-${role}`) });
    const cookie = cookiesOf(await desk.request("/sign-in", { method: "POST", body }));
    const { csrf } = await (await desk.request("/me", { cookie })).json();
    const headers = { "x-csrf-token": csrf, "content-type": "application/json" };
    const wrong: string[] = [];
    for (const { service, method, path, roles } of ROLE_RULES) {
      const address = path.replaceAll(/\{\w+\}/g, "0198c0de-7f3a-7c21-9b64-2f1f3c6a1e55");
      const hasBody = method === "POST" || method === "PUT";
      const answer = await desk.request(`/api/${service}${address}`, {
        ...{ method, cookie, headers: hasBody ? { ...headers, "content-length": "2" } : headers },
        ...hasBody ? { body: "{}" } : {},
      });
      await answer.body?.cancel();
      if ((answer.status === 403) === roles.includes(role) || answer.status > 499) {
        wrong.push(`${role} ${method} ${service}${path}: ${answer.status}`);
      }
    }
    assert.deepEqual(wrong, []);
  }
});
