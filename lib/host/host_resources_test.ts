import assert from "node:assert/strict";
import { readEnv, SettingsError, SharedEnv } from "lib/env.ts";
import { formatOf, openDatabase, openSecrets, openVerifier } from "lib/host/host_resources.ts";
import { createLogger } from "lib/telemetry/log.ts";

const SECRETS = {
  jwtSecret: "a-secret-of-this-test-0123456789abcdef",
  gatewayAdminKey: "dwn-admin-of-this-test",
};
const LOG = createLogger({ write: () => {} });

const settings = (given: Record<string, string> = {}) => readEnv(SharedEnv, (name) => given[name]);

Deno.test("an issuer of tokens without an audience fails with the setting that is missing", () => {
  assert.throws(
    () => openVerifier(settings({ OIDC_ISSUER: "https://issuer.example.org" }), SECRETS),
    (error) => error instanceof SettingsError && /OIDC_AUDIENCE/.test(error.message),
  );
});

Deno.test("a replica without the server that it follows fails with the setting that is missing", async () => {
  await assert.rejects(
    openDatabase(settings({ DATABASE_READ_URL: "postgres://replica.example.org/diwan" }), LOG),
    (error) => error instanceof SettingsError && /DATABASE_READ_URL: needs DATABASE_URL/.test(error.message),
  );
});

Deno.test("the format of the log is that of the setting", () => {
  for (const format of ["json", "plain"] as const) {
    assert.equal(formatOf(settings({ LOG_FORMAT: format })), format);
  }
});

Deno.test("secrets are made once in DATA_DIR, and a given one is kept nowhere", async () => {
  const dir = await Deno.makeTempDir();
  try {
    const first = await openSecrets(settings({ DATA_DIR: dir }));
    assert.deepEqual(await openSecrets(settings({ DATA_DIR: dir })), first);
    assert.match(first.gatewayAdminKey, /^dwn-admin-/);
    const given = await openSecrets(settings({ DATA_DIR: dir, JWT_SECRET: SECRETS.jwtSecret }));
    assert.equal(given.jwtSecret, SECRETS.jwtSecret);
    assert.equal(given.gatewayAdminKey, first.gatewayAdminKey);
    assert.notEqual(await Deno.readTextFile(`${dir}/secrets/jwt_secret`), SECRETS.jwtSecret);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});
