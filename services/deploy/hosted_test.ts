/** The services on a host without a disk and without processes, such as Deno Deploy. */
import assert from "node:assert/strict";
import { signJwt } from "lib/auth/auth.ts";
import { serveScript, testServerDatabase } from "lib/testing.ts";
import { PLATFORM } from "../all.ts";
import { addressesOf } from "./started.ts";
import { chat, read, readyAt, redact, upload } from "./first_uses.ts";

const ROOT = new URL("../../", import.meta.url);
const JWT_SECRET = "a secret of a host without a disk, long enough";
const ADMIN_KEY = "dwn-admin-of-a-host-without-a-disk";
const SECRETS = {
  JWT_SECRET,
  GATEWAY_ADMIN_KEY: ADMIN_KEY,
  PII_SECRET: "the secret of pseudonyms, of 32 characters or more",
  AUDIT_SECRET: "the secret of the audit trail; of 32 characters or more",
};
const server = Deno.env.get("TEST_DATABASE_URL");

/** Runs services with Deno Deploy's permissions: network, environment, reading. */
function spawnHosted(main: string, settings: Record<string, string>): Deno.ChildProcess {
  const ports = Object.fromEntries(PLATFORM.map(({ name }) => [`${name.toUpperCase()}_PORT`, "0"]));
  return new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-check",
      "--no-prompt",
      "--allow-net",
      "--allow-env",
      "--allow-sys",
      "--allow-read",
      main,
    ],
    cwd: ROOT,
    // Kept in memory, the host's own KV leaves no files behind.
    env: {
      ...ports,
      CONSOLE_PORT: "0",
      DENO_DEPLOYMENT_ID: "a-deployment",
      DENO_KV_DB_MODE: "memory",
      ...settings,
    },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

Deno.test({
  name: `every service starts and answers where nothing can be written${
    server ? "" : ", skipped: TEST_DATABASE_URL is not set"
  }`,
  ignore: !server,
  async fn() {
    const objects = new Map<string, Uint8Array<ArrayBuffer>>();
    await using bucket = serveScript((request, { path, bytes }) => {
      if (request.method === "PUT") objects.set(path, new Uint8Array(bytes));
      const object = objects.get(path);
      if (request.method === "PUT" || !object) return new Response(null, { status: object ? 200 : 404 });
      return new Response(request.method === "HEAD" ? null : object);
    });
    const migrations = import.meta.resolve("../gateway/migrations/");
    await using database = await testServerDatabase(server ?? "", "gateway", migrations);
    const child = spawnHosted("services/main.ts", {
      ...SECRETS,
      DATABASE_URL: database.url,
      ...{ UPLOAD_DIR: "s3://papers/in", AUDIT_ANCHOR_DIR: "s3://papers/anchors" },
      ...{ AWS_ACCESS_KEY_ID: "AKIDEXAMPLE", AWS_SECRET_ACCESS_KEY: "secret" },
      AWS_ENDPOINT_URL_S3: bucket.url,
    });
    const faults = new Response(child.stderr).text();
    try {
      const urls = await addressesOf(child);
      const token = await signJwt(JWT_SECRET, { sub: "amal", role: "admin" });
      for (const { name } of PLATFORM) await readyAt(urls.get(name) ?? "");
      await chat(urls.get("gateway") ?? "", { adminKey: ADMIN_KEY });
      const documents = urls.get("documents") ?? "";
      await read(documents, await upload(documents, `Bearer ${token}`), `Bearer ${token}`);
      await redact(urls.get("guard") ?? "", `Bearer ${token}`);
    } finally {
      try {
        child.kill("SIGTERM");
      } catch {
        // It has exited already.
      }
      await child.status;
      assert.equal(await faults, "");
    }
  },
});

Deno.test("a service that lacks a setting for a host without a disk names it", async () => {
  for (const [service, lacking] of [["documents", "DATABASE_URL"], ["guard", "JWT_SECRET"]] as const) {
    const settings = { ...SECRETS, DATABASE_URL: "", [lacking]: "" };
    const child = spawnHosted(`services/${service}/main.ts`, settings);
    const [{ code }, text] = await Promise.all([
      child.status,
      new Response(child.stderr).text(),
      child.stdout.cancel(),
    ]);
    assert.equal(code, 1);
    assert.match(text, new RegExp(`${lacking}: required on a host without a disk`));
  }
});
