/** A test gateway in two processes on one port. */
import assert from "node:assert/strict";
import { denokv, type DenokvServer, startDenokv } from "lib/kv/denokv_fixture.ts";
import { diskFolder } from "lib/embedded/template_fixture.ts";
import { testServerDatabase } from "lib/testing.ts";
import { cheapProvider, configFor, type GatewayProcess, startProcess } from "./process_fixture.ts";

type Provider = ReturnType<typeof cheapProvider>;

/** A test of two processes; the provider's requests include those of earlier tests. */
export type Body = (gateway: GatewayProcess, provider: Provider) => Promise<void>;

/** Two processes and their dependencies. */
interface Group {
  gateway: GatewayProcess;
  provider: Provider;
  /** Stops the processes and removes their dependencies. */
  stop(): Promise<void>;
}

// Long enough that a request is still running when its process is stopped.
const ANSWER_AFTER_MS = 5;

// Shared by all tests, since starting processes takes far longer than a test.
let embedded: Promise<Group> | undefined;
let onServers: Promise<Group & { kv: DenokvServer }> | undefined;

Deno.test.afterAll(async () => {
  for (const group of [await embedded, await onServers]) await group?.stop();
});

async function startGroup(settings: Record<string, string>): Promise<Group> {
  const dir = await Deno.makeTempDir({ prefix: "gateways-", dir: diskFolder() });
  const provider = cheapProvider(ANSWER_AFTER_MS);
  const file = `${dir}/gateway.json`;
  await Deno.writeTextFile(file, configFor(provider.url));
  const gateway = await startProcess(dir, { GATEWAY_PROCESSES: "2", GATEWAY_CONFIG: file, ...settings });
  return {
    gateway,
    provider,
    async stop() {
      try {
        assert.equal(await gateway.stop(), 0);
      } finally {
        await provider[Symbol.asyncDispose]();
        await Deno.remove(dir, { recursive: true });
      }
    },
  };
}

async function startOnServers(server: string): Promise<Group & { kv: DenokvServer }> {
  const database = await testServerDatabase(server, "gateway", import.meta.resolve("./migrations/"));
  const kv = await startDenokv();
  const group = await startGroup({ DATABASE_URL: database.url, KV_URL: kv.url });
  return {
    ...group,
    kv,
    async stop() {
      try {
        await group.stop();
      } finally {
        await kv[Symbol.asyncDispose]();
        await database[Symbol.asyncDispose]();
      }
    },
  };
}

/**
 * Registers a test for two processes with the embedded database and a KV file, shared by the first process, and for two
 * with a Postgres server and a KV server, if available.
 */
export function testProcesses(name: string, body: Body): void {
  Deno.test(`${name} (embedded)`, async () => {
    const { gateway, provider } = await (embedded ??= startGroup({}));
    await body(gateway, provider);
  });
  testOnServers(name, body);
}

/** Registers a test for two processes with a Postgres server and a KV server, if available. */
export function testOnServers(
  name: string,
  body: (...given: [...Parameters<Body>, DenokvServer]) => Promise<void>,
): void {
  const server = Deno.env.get("TEST_DATABASE_URL");
  const missing = server ? denokv.missing : "TEST_DATABASE_URL is not set";
  Deno.test({
    name: `${name} (servers${missing ? `, skipped: ${missing}` : ""})`,
    ignore: missing !== undefined,
    async fn() {
      const { gateway, provider, kv } = await (onServers ??= startOnServers(server ?? ""));
      await body(gateway, provider, kv);
    },
  });
}

/** The id of the older of the gateway's processes. */
export async function childOf({ pid }: GatewayProcess): Promise<number> {
  const children = await Deno.readTextFile(`/proc/${pid}/task/${pid}/children`);
  return Number(children.trim().split(" ")[0]);
}
