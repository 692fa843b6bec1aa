/** The services of compose.yaml as plain processes: its commands, its environment and its secrets as files. */
import assert from "node:assert/strict";
import { parse } from "yaml";
import { z } from "zod";
import { signJwt } from "lib/auth/auth.ts";
import { denokv, DENOKV_TOKEN, startDenokv } from "lib/kv/denokv_fixture.ts";
import { testServerDatabase } from "lib/testing.ts";
import { PLATFORM } from "../all.ts";
import { addressesOf } from "./started.ts";
import { chat, readyThroughConsole, redact, run, upload } from "./use.ts";

const ROOT = new URL("../../", import.meta.url);
const SECRETS = {
  kv_token: DENOKV_TOKEN,
  jwt_secret: "the secret of tokens in a file, long enough",
  gateway_admin_key: "dwn-admin-key-of-a-file-long-enough",
};
const server = Deno.env.get("TEST_DATABASE_URL");
const missing = server ? denokv.missing : "TEST_DATABASE_URL is not set";
/** Those that others ask stand first. */
const ORDER = ["gateway", "documents", "compliance", "procurement"];

const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      command: z.array(z.string()).optional(),
      environment: z.record(z.string(), z.string().nullable()).optional(),
      secrets: z.array(z.string()).optional(),
    }),
  ),
});

/** Places outside of containers for what compose.yaml names by a container's own. */
interface Places {
  /** Holds `data` and the secrets. */
  dir: string;
  kv: string;
  /** Addresses of services that run. */
  urls: Map<string, string>;
}

/** A service's environment as Compose gives it with nothing but the secrets in `.env`. */
function environmentOf(given: Record<string, string | null>, { dir, kv, urls }: Places) {
  const set = Object.entries(given).flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [[
      name,
      value.replace(/\$\{\w+:-(.*?)\}/g, "$1")
        .replace("/run/secrets", dir)
        .replace(/^\/data$/, `${dir}/data`)
        .replace("http://kv:4512", kv)
        // Nobody listens on the port of one that starts later.
        .replace(/http:\/\/(\w+):80\d\d/g, (_, host: string) => urls.get(host) ?? "http://127.0.0.1:9"),
    ]]
  );
  return Object.fromEntries(set);
}

interface Process extends AsyncDisposable {
  url: string;
}

async function start(name: string, task: string[], environment: Record<string, string>): Promise<Process> {
  const own = Object.fromEntries(
    ["PATH", "HOME", "DENO_DIR"].flatMap((name) => {
      const value = Deno.env.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const child = new Deno.Command(Deno.execPath(), {
    args: task,
    cwd: ROOT,
    clearEnv: true,
    env: { ...own, ...environment, [`${name.toUpperCase()}_PORT`]: "0" },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const faults = new Response(child.stderr).text();
  const url = (await addressesOf(child)).get(name);
  if (!url) throw new Error(`${name} did not start: ${await faults}`);
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.status;
      // `deno task` says which task it runs.
      assert.match(await faults, /^\S*Task\S* .*\n$/);
    },
  };
}

Deno.test({
  name: `the services of compose.yaml start as plain processes with its environment, and reach each other${
    missing ? `, skipped: ${missing}` : ""
  }`,
  ignore: missing !== undefined,
  async fn() {
    const migrations = import.meta.resolve("../gateway/migrations/");
    await using database = await testServerDatabase(server ?? "", "gateway", migrations);
    await using kv = await startDenokv();
    await using rest = new AsyncDisposableStack();
    const dir = await Deno.makeTempDir({ prefix: "compose-" });
    rest.defer(() => Deno.remove(dir, { recursive: true }));
    for (const [name, secret] of Object.entries({ ...SECRETS, database_url: database.url })) {
      // A line's end comes with most files.
      await Deno.writeTextFile(`${dir}/${name}`, `${secret}\n`);
    }
    const { services } = Compose.parse(
      parse(await Deno.readTextFile(new URL("compose.yaml", ROOT)), { merge: true }),
    );
    const urls = new Map<string, string>();
    const last = PLATFORM.map(({ name }) => name).filter((name) => !ORDER.includes(name));
    for (const name of [...ORDER, ...last]) {
      const { command = [], environment = {}, secrets } = services[name] ?? {};
      assert.deepEqual(secrets?.toSorted(), ["database_url", "gateway_admin_key", "jwt_secret", "kv_token"]);
      const process = await start(name, command, environmentOf(environment, { dir, kv: kv.url, urls }));
      rest.use(process);
      urls.set(name, process.url);
    }

    const token = await signJwt(SECRETS.jwt_secret, { sub: "amal", role: "admin" });
    const authorization = `Bearer ${token}`;
    for (const [name, url] of urls) {
      const ready = await fetch(`${url}/ready`);
      assert.equal(ready.status, 200, `${name}: ${await ready.text()}`);
    }
    await chat(urls.get("gateway") ?? "", { adminKey: SECRETS.gateway_admin_key });
    await upload(urls.get("documents") ?? "", authorization);
    await redact(urls.get("guard") ?? "", authorization);
    await run(urls.get("agents") ?? "", authorization);
    await readyThroughConsole(
      urls.get("console") ?? "",
      token,
      [...urls.keys()].filter((name) => name !== "console"),
    );
  },
});
