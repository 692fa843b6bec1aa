import assert from "node:assert/strict";
import { SharedEnv } from "lib/env.ts";
import { defineService, start } from "lib/host/host.ts";
import { hosted, withDataDir } from "./host_fixture.ts";

Deno.test("host() refuses a second process on the same folder and names the first", async () => {
  await withDataDir(async (env) => {
    await using first = await hosted("small", env);
    await first.url;
    await using second = await hosted("small", env);
    assert.equal((await second.child.status).code, 1);
    const told = await second.stderr;
    assert.match(told, new RegExp(`in use by process ${first.child.pid}`));
    assert.match(told, /DATABASE_URL/);
  });
});

Deno.test("host() lists every wrong setting and exits 1", async () => {
  await withDataDir(async (env) => {
    await using small = await hosted("small", { ...env, SMALL_PORT: "x", JWT_SECRET: "short" });
    assert.equal((await small.child.status).code, 1);
    const told = await small.stderr;
    assert.match(told, /SMALL_PORT/);
    assert.match(told, /JWT_SECRET/);
  });
});

Deno.test("host() says which setting to change when a port is in use", async () => {
  await withDataDir(async (env) => {
    await using other = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen: () => {} },
      () => new Response(),
    );
    await using small = await hosted("small", { ...env, SMALL_PORT: String(other.addr.port) });
    assert.equal((await small.child.status).code, 1);
    assert.match(await small.stderr, /Port \d+ is in use: .*SMALL_PORT/);
  });
});

Deno.test("services with one port are refused before anything is opened, and told which settings clash", async () => {
  const service = (name: string, port: number) =>
    defineService({
      ...{ name, env: SharedEnv, port: () => port },
      start: () => assert.fail(`${name} was started`),
    });
  await assert.rejects(start([service("one", 9_001), service("two", 9_002), service("three", 9_001)]), {
    name: "SettingsError",
    message:
      "These settings are wrong:\n  THREE_PORT: 9001 is ONE_PORT, too: each service needs a port of its own",
  });
});

const STARTS: [string, Record<string, string>, RegExp][] = [
  [
    "the database is away",
    { DATABASE_URL: "postgres://a:hunter2@127.0.0.1:9/db", START_WAIT_SECONDS: "0" },
    /DATABASE_URL/,
  ],
  ["the database's host is wrong", {
    DATABASE_URL: "postgres://a:hunter2@db.invalid/db",
    START_WAIT_SECONDS: "0",
  }, /DATABASE_URL/],
  ["the KV server is away", {
    KV_URL: "http://127.0.0.1:9",
    DENO_KV_ACCESS_TOKEN: "a token for tests only",
    START_WAIT_SECONDS: "0",
  }, /KV_URL/],
  ["DATA_DIR is a file", { DATA_DIR: "/etc/hostname" }, /DATA_DIR \/etc\/hostname/],
  ["DATA_DIR lies below a file", { DATA_DIR: "/etc/hostname/data" }, /DATA_DIR \/etc\/hostname\/data/],
  ["DATA_DIR cannot be written", { DATA_DIR: "/proc/diwan" }, /DATA_DIR \/proc\/diwan/],
  ["the host is no address of this machine", { HOST: "192.0.2.1" }, /HOST 192\.0\.2\.1/],
  ["the host is no address at all", { HOST: "every host" }, /HOST every host: set HOST/],
  ["nobody knows the host", { HOST: "nowhere.invalid" }, /HOST nowhere\.invalid: set HOST/],
];

for (const [what, settings, told] of STARTS) {
  Deno.test(`host() says in one sentence without secrets how to help when ${what}`, async () => {
    await withDataDir(async (env) => {
      await using small = await hosted("small", { ...env, ...settings }, env.DATA_DIR);
      assert.equal((await small.child.status).code, 1);
      const lines = (await small.stderr).trim().split("\n");
      assert.equal(lines.length, 1, lines.join("\n"));
      assert.match(lines[0] ?? "", told);
      assert.doesNotMatch(lines[0] ?? "", /object Object|hunter2|\bat file:/);
    });
  });
}
