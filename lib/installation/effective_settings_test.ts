import assert from "node:assert/strict";
import { z } from "zod";
import { count, list, readEnv } from "lib/env.ts";
import { readEnvFile, readSecretFiles } from "lib/env_files.ts";
import { effectiveSettings } from "lib/installation/effective_settings.ts";
import { inheritSettingFiles, settingFiles } from "lib/installation/setting_origins.ts";

const Env = z.object({
  EFFECTIVE_LIMIT: count(100).meta({ description: "requests a minute" }),
  EFFECTIVE_NAMES: list(),
  EFFECTIVE_SECRET: z.string().optional(),
  EFFECTIVE_URL: z.url().optional(),
  GATEWAY_BASE_URL: z.url().default("http://127.0.0.1:8000"),
});

function settingsOf(given: Record<string, string>) {
  const get = (name: string) => given[name];
  return new Map(effectiveSettings(Env, readEnv(Env, get), get).map((one) => [one.name, one]));
}

Deno.test("settings tell their value, default and origin; one that follows another is derived", () => {
  const settings = settingsOf({ EFFECTIVE_LIMIT: "7", EFFECTIVE_SECRET: "hunter2", GATEWAY_PORT: "9000" });
  assert.deepEqual(settings.get("EFFECTIVE_LIMIT"), {
    ...{ name: "EFFECTIVE_LIMIT", meaning: "requests a minute", origin: "environment", file: null },
    ...{ secret: false, set: true, value: "7", default: "100" },
  });
  assert.equal(settings.get("EFFECTIVE_NAMES")?.origin, "default");
  assert.equal(settings.get("EFFECTIVE_NAMES")?.value, null);
  const secret = settings.get("EFFECTIVE_SECRET");
  assert.deepEqual([secret?.secret, secret?.set, secret?.value], [true, true, null]);
  assert.equal(settings.get("EFFECTIVE_URL")?.set, false);
  const gateway = settings.get("GATEWAY_BASE_URL");
  assert.deepEqual([gateway?.origin, gateway?.value], ["derived", "http://127.0.0.1:9000"]);
  assert.ok(!JSON.stringify([...settings]).includes("hunter2"));
});

Deno.test("settings of .env and secrets in files say so, in processes that are started too", async () => {
  const dir = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${dir}/env`, "EFFECTIVE_LIMIT=8\nEFFECTIVE_URL=https://u:hunter2@x.example\n");
    await Deno.writeTextFile(`${dir}/secret`, "hunter2\n");
    Deno.env.set("EFFECTIVE_SECRET_FILE", `${dir}/secret`);
    await readEnvFile(`${dir}/env`);
    await readSecretFiles();
    const get = (name: string) => Deno.env.get(name);
    const read = () => effectiveSettings(Env, readEnv(Env, get), get);
    const origins = () => read().map(({ origin }) => origin);
    assert.deepEqual(origins(), ["env_file", "default", "secret_file", "env_file", "default"]);
    assert.deepEqual(read().map(({ file }) => file), [
      `${dir}/env`,
      null,
      `${dir}/secret`,
      `${dir}/env`,
      null,
    ]);
    assert.ok(!JSON.stringify(read()).includes("hunter2"));
    const told: unknown = JSON.parse(JSON.stringify(settingFiles()));
    assert.deepEqual(told, settingFiles());
    inheritSettingFiles({ EFFECTIVE_NAMES: { origin: "env_file", file: ".env" } });
    Deno.env.set("EFFECTIVE_NAMES", "a,b");
    assert.deepEqual(read()[1]?.origin, "env_file");
  } finally {
    for (const name of [...Object.keys(Env.shape), "EFFECTIVE_SECRET_FILE"]) {
      Deno.env.delete(name);
    }
    await Deno.remove(dir, { recursive: true });
  }
});
