/**
 * The database client behind PgBouncer: transaction pooling where the version supports it, session pooling
 * with any.
 */
import assert from "node:assert/strict";
import { openServer } from "lib/database/db.ts";
import { pause, within } from "lib/deadlines.ts";
import { outputOf } from "lib/program_fixture.ts";

const BINARY = Deno.env.get("PGBOUNCER_BIN") ?? "pgbouncer";
const SERVER = Deno.env.get("TEST_DATABASE_URL");

type Mode = "transaction" | "session";

/** Why a mode cannot be tested; empty when it can. */
async function obstacle(mode: Mode): Promise<string> {
  if (!SERVER) return "TEST_DATABASE_URL is not set";
  const banner = await outputOf(BINARY, ["--version"]);
  if (banner === undefined) return "there is no pgbouncer";
  const [, minor = "0"] = /PgBouncer 1\.(\d+)/.exec(banner) ?? [];
  const version = Number(minor);
  // Older ones support neither prepared statements nor pipelined queries in transaction mode.
  return mode === "session" || version >= 21 ? "" : `pgbouncer 1.${version} is older than 1.21`;
}

async function pooler(server: URL, port: number, mode: Mode) {
  const folder = await Deno.makeTempDir();
  await Deno.chmod(folder, 0o755);
  const password = server.password ? ` password=${server.password}` : "";
  await Deno.writeTextFile(
    `${folder}/pgbouncer.ini`,
    `[databases]
* = host=${server.hostname} port=${server.port || 5432} user=${server.username}${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
${mode === "transaction" ? "default_pool_size = 3\nmax_prepared_statements = 100" : "default_pool_size = 10"}
`,
  );
  // It refuses to run as root.
  const args = [...Deno.uid() === 0 ? ["-u", "nobody"] : [], `${folder}/pgbouncer.ini`];
  const process = new Deno.Command(BINARY, { args, stdout: "null", stderr: "null" }).spawn();
  return {
    async [Symbol.asyncDispose]() {
      process.kill("SIGINT");
      await process.status;
      await Deno.remove(folder, { recursive: true });
    },
  };
}

async function listening(port: number): Promise<void> {
  while (true) {
    const connection = await Deno.connect({ hostname: "127.0.0.1", port }).catch(() => undefined);
    if (connection) return connection.close();
    await pause(20);
  }
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

interface Row {
  n: number;
}

for (const mode of ["transaction", "session"] as const) {
  const reason = await obstacle(mode);

  Deno.test({
    name: `behind a pooler of ${mode}s every query and transaction ends${reason && `, skipped: ${reason}`}`,
    ignore: reason !== "",
    async fn() {
      const server = new URL(SERVER ?? "");
      const port = freePort();
      await using _pooler = await pooler(server, port, mode);
      await listening(port);
      const { sql, close } = openServer(`postgres://${server.username}@127.0.0.1:${port}${server.pathname}`);
      try {
        const query = async (n: number): Promise<Row[]> =>
          await sql<Row[]>`select ${n}::int as n, ${`text ${n}`}::text as text`;
        const transaction = async (n: number): Promise<Row[]> =>
          await sql.begin(async (tx) => {
            await tx`select set_config('diwan.test', ${`${n}`}, true)`;
            return await tx<Row[]>`select current_setting('diwan.test')::int as n`;
          });
        const answers = await within(
          60_000,
          Promise.all<Row[]>(Array.from({ length: 300 }, (_, n) => n % 3 === 0 ? transaction(n) : query(n))),
        );
        assert.deepEqual(answers.map(([row]) => row?.n), Array.from({ length: 300 }, (_, n) => n));
      } finally {
        await close();
      }
    },
  });
}
