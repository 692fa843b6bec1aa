import assert from "node:assert/strict";
import { count, flag, GatewayClientEnv, list, port, readEnv, SettingsError, SharedEnv } from "lib/env.ts";
import { readEnvFile, readSecretFiles } from "lib/env_files.ts";

Deno.test("readEnv() gives every shared setting its default when unset or empty", () => {
  const env = readEnv(SharedEnv, () => "");
  assert.equal(env.HOST, "0.0.0.0");
  assert.equal(env.RATE_LIMIT_PER_MINUTE, 100);
  assert.equal(env.RATE_LIMIT_HEAVY_PER_MINUTE, 10);
  assert.equal(env.MAX_BODY_MB, 10);
  assert.equal(env.ALLOW_PRIVATE_URLS, false);
  assert.deepEqual(env.TRUSTED_PROXIES, []);
});

Deno.test("readEnv() reads text as numbers, flags and lists", () => {
  const schema = SharedEnv.extend({
    A_PORT: port(1),
    A_COUNT: count(1),
    A_FLAG: flag(true),
    A_LIST: list(["x"]),
  });
  const given: Record<string, string> = { A_PORT: "8080", A_COUNT: "0", A_FLAG: "false", A_LIST: " a, ,b " };
  const env = readEnv(schema, (name) => given[name]);
  assert.deepEqual([env.A_PORT, env.A_COUNT, env.A_FLAG, env.A_LIST], [8080, 0, false, ["a", "b"]]);
});

Deno.test("readEnv() finds the gateway of this machine at its port unless an address is given", () => {
  const addressOf = (given: Record<string, string>) =>
    readEnv(GatewayClientEnv, (name) => given[name]).GATEWAY_BASE_URL;
  assert.equal(addressOf({}), "http://127.0.0.1:8000");
  assert.equal(addressOf({ GATEWAY_PORT: "0" }), "http://127.0.0.1:8000");
  assert.equal(addressOf({ GATEWAY_PORT: "9000" }), "http://127.0.0.1:9000");
  assert.equal(
    addressOf({ GATEWAY_PORT: "9000", GATEWAY_BASE_URL: "http://10.0.0.5:80" }),
    "http://10.0.0.5:80",
  );
});

Deno.test("readEnv() lists every wrong setting in one error", () => {
  const given: Record<string, string> = {
    DATABASE_URL: "mysql://x",
    JWT_SECRET: "short",
    RATE_LIMIT_PER_MINUTE: "many",
    TRUSTED_PROXIES: "10.0.0.0/8,proxy.internal",
  };
  assert.throws(() => readEnv(SharedEnv, (name) => given[name]), (error) => {
    assert.ok(error instanceof SettingsError);
    for (const name of Object.keys(given)) assert.match(error.message, new RegExp(`^  ${name}: `, "m"));
    return true;
  });
});

Deno.test("readEnv() says in plain words how a setting must be", () => {
  const schema = SharedEnv.extend({ A_PORT: port(1) });
  for (
    const [name, value, expected] of [
      ["A_PORT", "abc", "must be a number"],
      ["A_PORT", "1.5", "must be a whole number"],
      ["A_PORT", "70000", "must be 65535 or less"],
      ["RATE_LIMIT_PER_MINUTE", "0", "must be 1 or more"],
      ["MAX_BODY_MB", "0", "must be more than 0"],
      ["EMBEDDED_SYNC", "never", "must be commit, interval or off"],
      ["METRICS_OPEN", "maybe", "must be true or false"],
      ["JWT_SECRET", "short", "must have at least 32 characters"],
      ["KV_URL", "kv", "must be an address with its scheme, like https://example.com"],
      ["DATABASE_URL", "mysql://x", "must be an address like postgres://user:password@host:5432/database"],
      ["OIDC_ROLE_MAP", "x", "must be like staff=user,operators=admin"],
    ] as const
  ) {
    assert.throws(
      () => readEnv(schema, (asked) => asked === name ? value : undefined),
      new SettingsError(`These settings are wrong:\n  ${name}: ${expected}`),
    );
  }
});

Deno.test("readEnvFile() adds the settings that the environment lacks, and allows the file to be absent", async () => {
  const path = await Deno.makeTempFile();
  const [marked, kept, added] = [
    `T${crypto.randomUUID().replaceAll("-", "")}`,
    `T${crypto.randomUUID().replaceAll("-", "")}`,
    `T${crypto.randomUUID().replaceAll("-", "")}`,
  ];
  Deno.env.set(kept, "environment");
  try {
    await Deno.writeTextFile(path, `\uFEFF${marked}=first\n# settings\n${kept}=file\n${added}="two words"\n`);
    await readEnvFile(path);
    await readEnvFile(`${path}.missing`);
    const read = [marked, kept, added].map((name) => Deno.env.get(name));
    assert.deepEqual(read, ["first", "environment", "two words"]);
  } finally {
    for (const name of [marked, kept, added]) Deno.env.delete(name);
    await Deno.remove(path);
  }
});

Deno.test("a secret is read from the file that its _FILE names, and refused when it is set as well", async () => {
  const path = await Deno.makeTempFile();
  const names = ["DIWAN_TEST_SECRET", "DIWAN_TEST_SECRET_FILE", "DIWAN_OTHER_KEY_FILE", "DIWAN_OTHER_KEY"];
  try {
    await Deno.writeTextFile(path, " from a file\n");
    Deno.env.set("DIWAN_TEST_SECRET_FILE", path);
    await readSecretFiles();
    assert.equal(Deno.env.get("DIWAN_TEST_SECRET"), "from a file");
    Deno.env.set("DIWAN_OTHER_KEY_FILE", `${path}.missing`);
    await assert.rejects(readSecretFiles(), (error) => {
      assert.ok(error instanceof SettingsError);
      assert.match(error.message, /DIWAN_TEST_SECRET: is set, and DIWAN_TEST_SECRET_FILE as well/);
      assert.match(error.message, /DIWAN_OTHER_KEY_FILE: .*missing cannot be read/);
      return true;
    });
  } finally {
    for (const name of names) Deno.env.delete(name);
    await Deno.remove(path);
  }
});

Deno.test("a secret whose file is empty stops the start, and is not taken as unset", async () => {
  const path = await Deno.makeTempFile();
  const names = ["DIWAN_EMPTY_URL", "DIWAN_EMPTY_URL_FILE"];
  try {
    for (const text of ["", " \n\t\n"]) {
      await Deno.writeTextFile(path, text);
      Deno.env.set("DIWAN_EMPTY_URL_FILE", path);
      await assert.rejects(readSecretFiles(), {
        name: "SettingsError",
        message:
          `These settings are wrong:\n  DIWAN_EMPTY_URL_FILE: ${path} is empty: write the secret into it`,
      });
      assert.equal(Deno.env.get("DIWAN_EMPTY_URL"), undefined);
    }
  } finally {
    for (const name of names) Deno.env.delete(name);
    await Deno.remove(path);
  }
});
