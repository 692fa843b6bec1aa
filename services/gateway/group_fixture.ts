/** A gateway in two processes on one port, for tests. */
import assert from "node:assert/strict";
import { denokv, type DenokvServer, startDenokv } from "lib/kv/denokv_fixture.ts";
import { diskFolder, testServerDatabase } from "lib/testing.ts";
import { cheapProvider, configFor, type GatewayProcess, startProcess } from "./process_fixture.ts";

/** A test of two processes, and what their provider was asked. */
export type Body = (gateway: GatewayProcess, provider: ReturnType<typeof cheapProvider>) => Promise<void>;

/** Two processes with these settings, stopped at the end of a test. */
async function withProcesses(
  body: Body,
  answerAfterMs: number,
  settings: Record<string, string>,
): Promise<void> {
  const dir = await Deno.makeTempDir({ prefix: "gateways-", dir: diskFolder() });
  try {
    await using provider = cheapProvider(answerAfterMs);
    const file = `${dir}/gateway.json`;
    await Deno.writeTextFile(file, configFor(provider.url));
    await using gateway = await startProcess(dir, {
      GATEWAY_PROCESSES: "2",
      GATEWAY_CONFIG: file,
      ...settings,
    });
    await body(gateway, provider);
    assert.equal(await gateway.stop(), 0);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

/**
 * Registers a test for two processes on the embedded database and a KV file, which the first process lends them, and for
 * two on a Postgres server and a KV server, where these can be had.
 */
export function testProcesses(name: string, body: Body, answerAfterMs = 0): void {
  Deno.test(`${name} (embedded)`, () => withProcesses(body, answerAfterMs, {}));
  testOnServers(name, body, answerAfterMs);
}

/** Registers a test for two processes on a Postgres server and a KV server, where these can be had. */
export function testOnServers(
  name: string,
  body: (...given: [...Parameters<Body>, DenokvServer]) => Promise<void>,
  answerAfterMs = 0,
): void {
  const server = Deno.env.get("TEST_DATABASE_URL");
  const missing = server ? denokv.missing : "TEST_DATABASE_URL is not set";
  Deno.test({
    name: `${name} (servers${missing ? `, skipped: ${missing}` : ""})`,
    ignore: missing !== undefined,
    async fn() {
      await using database = await testServerDatabase(
        server ?? "",
        "gateway",
        import.meta.resolve("./migrations/"),
      );
      await using kv = await startDenokv();
      const onServers: Body = (gateway, provider) => body(gateway, provider, kv);
      await withProcesses(onServers, answerAfterMs, { DATABASE_URL: database.url, KV_URL: kv.url });
    },
  });
}

/** The id of the older of the gateway's processes. */
export async function childOf({ pid }: GatewayProcess): Promise<number> {
  const children = await Deno.readTextFile(`/proc/${pid}/task/${pid}/children`);
  return Number(children.trim().split(" ")[0]);
}
