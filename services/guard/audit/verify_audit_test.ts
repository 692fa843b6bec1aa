import assert from "node:assert/strict";
import { diskFolder } from "lib/embedded/template_fixture.ts";
import { testOnEngines } from "lib/testing.ts";
import { MIGRATIONS, testGuard } from "../guard_fixture.ts";
import { anchorBucket, anchorFile } from "./audit_anchors_store.ts";
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
      assert.match(plain.text, /4 events, 1 to 4[^]*only the file itself confirms/);
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

testOnEngines(
  "verify-audit takes the anchors of a bucket as a folder, and those of former keys",
  { schema: "guard", migrations: MIGRATIONS },
  async (sql) => {
    const dir = await Deno.makeTempDir({ dir: diskFolder(), prefix: "verify-anchors-" });
    try {
      const objects = new Map<string, string>();
      const bucket = bucketOn(objects);
      const former = auditKeys("the secret before this one was long enough too");
      const { ask } = await testGuard(sql, { auditKeys: former, anchors: anchorBucket(bucket) });
      await ask("POST", "/pii/detect", { text: "a@example.com" });
      await ask("POST", "/audit/anchors", {});
      const keys = auditKeys(SECRET, ["the secret before this one was long enough too"]);
      const later = await testGuard(sql, { auditKeys: keys, anchors: anchorBucket(bucket) });
      await later.ask("POST", "/pii/detect", { text: "b@example.com" });
      await later.ask("POST", "/audit/anchors", {});
      await Deno.writeTextFile(`${dir}/trail.jsonl`, (await later.ask("GET", "/audit/export")).text);
      await Deno.writeTextFile(
        `${dir}/secrets`,
        `${SECRET},the secret before this one was long enough too\n`,
      );
      for (const [key, text] of objects) {
        await Deno.mkdir(`${dir}/anchors/${key.slice(0, key.lastIndexOf("/"))}`, { recursive: true });
        await Deno.writeTextFile(`${dir}/anchors/${key}`, text);
      }
      await Deno.mkdir(`${dir}/empty`);
      const [trail, present, past] = [`${dir}/trail.jsonl`, keys.current.publicKey, former.current.publicKey];
      const anchors = ["--anchors", `${dir}/anchors`];
      const [both, one, secret, none] = await Promise.all([
        verify(trail, ...anchors, "--public-key", present, "--public-key", past),
        verify(trail, ...anchors, "--public-key", present),
        verify(trail, ...anchors, "--secret-file", `${dir}/secrets`),
        verify(trail, "--anchors", `${dir}/empty`),
      ]);
      assert.match(both.text, /2 of 2 anchors[^]*The trail holds/);
      assert.match(one.text, /FAULT the anchor at event \d+ was not signed by that key/);
      assert.match(secret.text, /2 of 2 anchors[^]*The trail holds/);
      assert.match(none.text, /FAULT .*empty contains no anchor[^]*does NOT hold/);
      assert.deepEqual([both, one, secret, none].map(({ code }) => code), [0, 1, 0, 1]);
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  },
);

/** A bucket in memory. */
function bucketOn(objects: Map<string, string>): Parameters<typeof anchorBucket>[0] {
  const unasked = () => Promise.reject(new Error("not asked here"));
  return {
    ask: unasked,
    expected: unasked,
    get: (key) => Promise.resolve(new TextEncoder().encode(objects.get(key) ?? "")),
    put: (key, bytes) => Promise.resolve(void objects.set(key, new TextDecoder().decode(bytes))),
    list: (beginning) =>
      Promise.resolve([...objects.keys()].filter((key) => key.startsWith(beginning)).sort()),
  };
}
