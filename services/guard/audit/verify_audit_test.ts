import assert from "node:assert/strict";
import { diskFolder, testOnEngines } from "lib/testing.ts";
import { MIGRATIONS, testGuard } from "../guard_fixture.ts";
import { anchorFile } from "./audit_anchors_store.ts";
import { auditKeys } from "./audit_keys.ts";

const SECRET = "the secret of this trail is long enough";

/** Runs the verifier in a process of its own that may only read. */
async function verify(...args: string[]): Promise<{ code: number; text: string }> {
  const script = import.meta.resolve("./verify_audit.ts");
  const config = new URL(import.meta.resolve("../../../deno.json")).pathname;
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-prompt", "--allow-read", "--config", config, script, ...args],
    env: { NO_COLOR: "1" },
  });
  const { code, stdout, stderr } = await command.output();
  return { code, text: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
}

testOnEngines(
  "verify-audit checks an export, its signature, its anchors and its hashes",
  { schema: "guard", migrations: MIGRATIONS },
  async (sql) => {
    const dir = await Deno.makeTempDir({ dir: diskFolder(), prefix: "verify-audit-" });
    try {
      const keys = auditKeys(SECRET);
      const { ask } = await testGuard(sql, { auditKeys: keys, anchors: await anchorFile(dir) });
      for (let i = 0; i < 3; i++) await ask("POST", "/pii/detect", { text: "a@example.com" });
      await ask("POST", "/audit/anchors", {});
      const { text: trail } = await ask("GET", "/audit/export");
      const [good, bad, secret] = ["good.jsonl", "bad.jsonl", "secret"].map((name) => `${dir}/${name}`);
      assert.ok(good && bad && secret);
      await Deno.writeTextFile(good, trail);
      await Deno.writeTextFile(bad, trail.replace('"pii_detection"', '"evaluation"'));
      await Deno.writeTextFile(secret, `${SECRET}\n`);
      const all = [
        ...["--anchors", `${dir}/guard_audit.jsonl`],
        ...["--public-key", keys.current.publicKey, "--secret-file", secret],
      ];
      const [plain, whole, altered, none] = await Promise.all([
        verify(good),
        verify(good, ...all),
        verify(bad),
        verify(),
      ]);
      assert.match(plain.text, /4 events, 1 to 4[^]*nothing but the file itself vouches for/);
      assert.equal(plain.code, 0);
      assert.match(whole.text, /hashes computed again[^]*1 of 1 anchors[^]*The trail holds/);
      assert.equal(whole.code, 0);
      assert.match(altered.text, /FAULT the lines are not those[^]*does NOT hold/);
      assert.equal(altered.code, 1);
      assert.equal(none.code, 2);
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  },
);
