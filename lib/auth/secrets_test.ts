import assert from "node:assert/strict";
import { SettingsError } from "lib/env.ts";
import { keptSecret } from "lib/auth/secrets.ts";

Deno.test("keptSecret() makes one secret, private to its owner, and keeps it", async () => {
  const dir = await Deno.makeTempDir();
  try {
    const made = await Promise.all(Array.from({ length: 8 }, () => keptSecret(`${dir}/s`, "key", "dwn-")));
    assert.equal(new Set(made).size, 1);
    assert.match(made[0] ?? "", /^dwn-[\w-]{43}$/);
    assert.equal(((await Deno.stat(`${dir}/s/key`)).mode ?? 0) & 0o777, 0o600);
    assert.equal(await keptSecret(`${dir}/s`, "key"), made[0]);
    assert.equal((await Array.fromAsync(Deno.readDir(`${dir}/s`))).length, 1);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("keptSecret() refuses an emptied file rather than sign with an empty secret", async () => {
  const dir = await Deno.makeTempDir();
  try {
    for (const kept of ["", "\n", "short"]) {
      await Deno.writeTextFile(`${dir}/key`, kept);
      await assert.rejects(keptSecret(dir, "key"), (error) => {
        assert.ok(error instanceof SettingsError);
        assert.ok(error.message.includes(`${dir}/key`) && !error.message.includes("short"));
        return true;
      });
    }
    assert.equal((await Array.fromAsync(Deno.readDir(dir))).length, 1);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("keptSecret() refuses a folder in the place of a secret", async () => {
  const dir = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${dir}/a_secret`);
    await assert.rejects(
      keptSecret(dir, "a_secret"),
      new SettingsError(`${dir}/a_secret contains no secret: remove it, and a new secret is generated`),
    );
    assert.deepEqual((await Array.fromAsync(Deno.readDir(dir))).map(({ name }) => name), ["a_secret"]);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});
