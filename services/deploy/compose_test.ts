/** The services of compose.yaml as plain processes: its commands, its environment and its secrets as files. */
import assert from "node:assert/strict";
import { parse } from "yaml";
import { z } from "zod";
import { signJwt } from "lib/auth/auth.ts";
import { denokv, DENOKV_TOKEN, startDenokv } from "lib/kv/denokv_fixture.ts";
import { diskFolder } from "lib/embedded/template_fixture.ts";
import { testServerDatabase } from "lib/testing.ts";
import { PLATFORM } from "../all.ts";
import { startTask } from "./started.ts";
import { chat, read, readyAt, readyThroughConsole, redact, run, upload } from "./first_uses.ts";

const ROOT = new URL("../../", import.meta.url);
const server = Deno.env.get("TEST_DATABASE_URL");
const missing = server ? denokv.missing : "TEST_DATABASE_URL is not set";
/** Dependencies first. */
const ORDER = ["gateway", "documents", "compliance", "procurement"];

const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      command: z.array(z.string()).optional(),
      environment: z.record(z.string(), z.string().nullable()).optional(),
    }),
  ),
});

/** Local stand-ins for places that compose.yaml names inside containers. */
interface Places {
  /** Holds `data` and `secrets`. */
  dir: string;
  kv: string;
  /** Addresses of running services. */
  urls: Map<string, string>;
}

/** Runs the commands that compose.yaml documents for making its secrets; returns their folder. */
async function madeSecrets(compose: string, dir: string): Promise<string> {
  const commands = [...compose.matchAll(/^# {3}(.+)$/gm)].map(([, command]) => command).join("\n");
  const { code, stderr } = await new Deno.Command("sh", { args: ["-ec", commands], cwd: dir }).output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  return `${dir}/secrets`;
}

/** A service's environment as Compose gives it with nothing in `.env`. */
function environmentOf(given: Record<string, string | null>, { dir, kv, urls }: Places) {
  const set = Object.entries(given).flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [[
      name,
      value.replace(/\$\{\w+:-(.*?)\}/g, "$1")
        .replace("/run/secrets", `${dir}/secrets`)
        .replace(/^\/data$/, `${dir}/data`)
        .replace("http://kv:4512", kv)
        // Nothing listens at the address of a service that starts later.
        .replace(/http:\/\/(\w+):80\d\d/g, (_, host: string) => urls.get(host) ?? "http://127.0.0.1:9"),
    ]]
  );
  return Object.fromEntries(set);
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
    // A program with limited permissions cannot read below /dev, where tests may have their folders.
    const dir = await Deno.makeTempDir({ prefix: "compose-", dir: diskFolder() });
    rest.defer(() => Deno.remove(dir, { recursive: true }));
    const compose = await Deno.readTextFile(new URL("compose.yaml", ROOT));
    const secrets = await madeSecrets(compose, dir);
    const secret = async (name: string) => (await Deno.readTextFile(`${secrets}/${name}`)).trim();
    assert.equal(await secret("kv.env"), `DENO_KV_ACCESS_TOKEN=${await secret("kv_token")}`);
    const url = `postgres://diwan:${await secret("postgres_password")}@postgres:5432/diwan`;
    assert.equal(await secret("database_url"), url);
    // The test's servers have their own address and token.
    await Deno.writeTextFile(`${secrets}/database_url`, `${database.url}\n`);
    await Deno.writeTextFile(`${secrets}/kv_token`, `${DENOKV_TOKEN}\n`);
    const { services } = Compose.parse(parse(compose, { merge: true }));
    const urls = new Map<string, string>();
    const last = PLATFORM.map(({ name }) => name).filter((name) => !ORDER.includes(name));
    for (const name of [...ORDER, ...last]) {
      const { command = [], environment = {} } = services[name] ?? {};
      const process = await startTask(name, command, environmentOf(environment, { dir, kv: kv.url, urls }));
      rest.use(process);
      urls.set(name, process.url);
    }

    const token = await signJwt(await secret("jwt_secret"), { sub: "amal", role: "admin" });
    const authorization = `Bearer ${token}`;
    for (const url of urls.values()) await readyAt(url);
    await chat(urls.get("gateway") ?? "", { adminKey: await secret("gateway_admin_key") });
    const documents = urls.get("documents") ?? "";
    await read(documents, await upload(documents, authorization), authorization);
    await redact(urls.get("guard") ?? "", authorization);
    await run(urls.get("agents") ?? "", authorization);
    await readyThroughConsole(
      urls.get("console") ?? "",
      token,
      [...urls.keys()].filter((name) => name !== "console"),
    );
  },
});
