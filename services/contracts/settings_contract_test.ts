import assert from "node:assert/strict";
import { z } from "zod";
import { ADMIN_KEY, PROVIDER_KEY, SECRET } from "../attack/platform.ts";
import { HEALTH_PATHS, SERVICE_NAMES } from "../console/server/services.ts";
import { sharedPlatform } from "./platform_fixture.ts";

const Settings = z.object({
  service: z.string(),
  database: z.object({ engine: z.string(), version: z.string().regex(/^\d+/) }),
  settings: z.array(z.object({ name: z.string(), origin: z.string(), value: z.string().nullable() })),
  backups: z.object({ copies: z.array(z.unknown()) }),
});
const People = z.object({ people: z.array(z.object({ sub: z.string(), role: z.string() })) });

for (const service of SERVICE_NAMES) {
  Deno.test(`${service} tells its settings and people to admins alone, and no secret to anybody`, async () => {
    const platform = await sharedPlatform();
    const asked = async (route: string, role?: "admin" | "manager" | "user") => {
      const path = HEALTH_PATHS[service].replace("/health", route);
      const headers: Record<string, string> = role
        ? { authorization: `Bearer ${await platform.token(role, `${role} of ${service}`)}` }
        : {};
      return await fetch(`${platform.addresses.get(service)}${path}`, { headers });
    };
    for (const route of ["/settings", "/people"]) {
      for (const [role, status] of [[undefined, 401], ["user", 403], ["manager", 403]] as const) {
        const answer = await asked(route, role);
        await answer.body?.cancel();
        assert.equal(answer.status, status, `${route} ${role}`);
      }
    }
    const text = await (await asked("/settings", "admin")).text();
    const told = Settings.parse(JSON.parse(text));
    assert.equal(told.service, service);
    const of = (name: string) => told.settings.find((one) => one.name === name);
    assert.deepEqual([of("HOST")?.origin, of("HOST")?.value], ["environment", "127.0.0.1"]);
    assert.deepEqual([of("JWT_SECRET")?.origin, of("JWT_SECRET")?.value], ["environment", null]);
    assert.equal(of("LOG_LEVEL")?.value, "info");
    for (const secret of [SECRET, ADMIN_KEY, PROVIDER_KEY]) assert.ok(!text.includes(secret.slice(0, 12)));
    const { people } = People.parse(await (await asked("/people", "admin")).json());
    const seen = people.map(({ sub, role }) => `${sub}: ${role}`);
    // Refused callers are listed too.
    for (const role of ["admin", "manager", "user"]) {
      assert.ok(seen.includes(`${role} of ${service}: ${role}`), `${role} in ${seen}`);
    }
  });
}
