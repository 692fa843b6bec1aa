/** Fixtures for tests: a service's surroundings, tokens, databases, and a scripted HTTP server. */
import type { Role } from "lib/auth/auth.ts";
import { jwtVerifier, signJwt } from "lib/auth/auth.ts";
import { type Database, openServer, type Sql } from "lib/database/db.ts";
import { openEmbedded } from "lib/embedded/embedded.ts";
import { migratedTemplate } from "lib/embedded/template_fixture.ts";
import { createLifecycle } from "lib/service/lifecycle.ts";
import { createLogger } from "lib/telemetry/log.ts";
import { migrate } from "lib/database/migrations.ts";
import { schemaFixture } from "lib/database/schema_fixture.ts";
import { createDatabase, lentServerDatabase } from "lib/database/server_fixture.ts";
import type { Limiter } from "lib/limits/rate_limit.ts";
import type { ServiceDeps } from "lib/service/service.ts";

/** The secret that test tokens are signed with. */
export const TEST_SECRET = "a secret for tests only, 32 characters or more";

/** A host for `createApp`: a ready lifecycle, no log output, limits that nothing reaches. */
export function testService(changes: Partial<ServiceDeps> = {}): ServiceDeps {
  const lifecycle = createLifecycle();
  lifecycle.ready();
  return {
    verify: jwtVerifier({ secret: TEST_SECRET }),
    limiter: boundlessLimiter(),
    limits: { perMinute: 1_000_000, heavyPerMinute: 1_000_000 },
    maxBodyBytes: 10 * 2 ** 20,
    trustedProxies: [],
    lifecycle,
    log: createLogger({ write: () => {} }),
    ...changes,
  };
}

function boundlessLimiter(): Limiter {
  return {
    take: () => ({ allowed: true, settle: () => {} }),
    room: (_key, limit) => ({ limit, remaining: limit, resetMs: 0 }),
    flush: () => Promise.resolve(),
  };
}

/** A limiter whose heavy limit is used up and whose regular one is untouched. */
export function exhaustedHeavyLimiter(): Limiter {
  const boundless = boundlessLimiter();
  return {
    ...boundless,
    take(wants) {
      const refused = wants.find(({ key }) => key.includes(":heavy:"));
      return refused ? { allowed: false, refused, retryAfterMs: 30_000 } : boundless.take(wants);
    },
  };
}

/** The answer of tool `name` of the MCP server of `app` to a test user, or to the caller that `headers` name. */
export async function callMcpTool(
  app: { request(path: string, init: RequestInit): Response | Promise<Response> },
  name: string,
  input: Record<string, unknown> = {},
  headers?: Record<string, string>,
): Promise<{ isError: boolean; text: string }> {
  const response = await app.request("/mcp", {
    method: "POST",
    headers: {
      ...(headers ?? await bearer()),
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } }),
  });
  const text = await response.text();
  const message = text.split("\n").find((line) => line.startsWith("data: "))?.slice(6) ?? text;
  const { content, isError = false } = JSON.parse(message).result;
  return { isError, text: content[0].text };
}

/** The Authorization header of a test user. */
export async function bearer(role: Role = "user", sub = `${role}-1`): Promise<{ authorization: string }> {
  return { authorization: `Bearer ${await signJwt(TEST_SECRET, { sub, role })}` };
}

/** A KV in memory, closed with the returned value's scope: `using kv = await testKv()`. */
export async function testKv(): Promise<Deno.Kv & Disposable> {
  return await Deno.openKv(":memory:");
}

let engine: Promise<Database> | undefined;
const engineSchema = schemaFixture({ fresh: true });

// One embedded engine per test file: opening one takes a second or two, emptying a schema milliseconds.
Deno.test.afterAll(async () => {
  await (await engine)?.close();
});

async function openTestEngine(schema: string, migrations: string): Promise<Database> {
  return await openEmbedded(undefined, { template: await migratedTemplate({ [schema]: migrations }) });
}

/**
 * A database in memory with schema `schema` empty and migrated: `await using database = await
 * testDatabase("guard", folder)`. The engine is shared by the tests of a file, so use one of a schema at a time.
 */
export async function testDatabase(schema: string, migrations: string): Promise<Database & AsyncDisposable> {
  const { sql } = await (engine ??= openTestEngine(schema, migrations));
  await engineSchema.restore(sql, schema, migrations);
  const lent = revocable(sql);
  const close = () => Promise.resolve(lent.revoke());
  return { sql: lent.sql, engine: "embedded", close, [Symbol.asyncDispose]: close };
}

/** `sql` until it is revoked: work that a test leaves running must not write into the next test's schema. */
function revocable(sql: Sql): { sql: Sql; revoke(): void } {
  let isOver = false;
  const refuse = () => Promise.reject(new Error("the test that this database was for has ended"));
  // A query fragment is never awaited, so it must not reject by itself.
  const refused = { then: (...given: Parameters<Promise<never>["then"]>) => refuse().then(...given) };
  return {
    sql: new Proxy(sql, {
      apply: (target, self, args) =>
        isOver && Array.isArray(args[0]) && "raw" in args[0] ? refused : Reflect.apply(target, self, args),
      get: (target, key) =>
        isOver && (key === "begin" || key === "unsafe") ? refuse : Reflect.get(target, key),
    }),
    revoke: () => void (isOver = true),
  };
}

/**
 * Registers test `name` once for the embedded engine and once for the server at TEST_DATABASE_URL, where it
 * runs in a database of this test file; without that setting the second says so and is skipped.
 */
export function testOnEngines(
  name: string,
  { schema, migrations }: { schema: string; migrations: string },
  body: (sql: Sql, t: Deno.TestContext) => Promise<void>,
): void {
  Deno.test(`${name} (embedded engine)`, async (t) => {
    await using database = await testDatabase(schema, migrations);
    await body(database.sql, t);
  });
  const server = Deno.env.get("TEST_DATABASE_URL");
  const reason = server ? "" : ", skipped: TEST_DATABASE_URL is not set";
  Deno.test({
    name: `${name} (server engine${reason})`,
    ignore: !server,
    async fn(t) {
      await using database = await lentServerDatabase(server ?? "", schema, migrations);
      await body(database.sql, t);
    },
  });
}

/** A fresh database on the server at `url`, migrated, dropped at the end of its scope. */
export async function testServerDatabase(
  url: string,
  schema: string,
  migrations: string,
): Promise<Database & AsyncDisposable & { url: string }> {
  const fresh = await createDatabase(url);
  const database = openServer(fresh.url, 4);
  const drop = async () => {
    await database.close();
    await fresh.drop();
  };
  try {
    await migrate(database.sql, schema, migrations);
  } catch (error) {
    await drop();
    throw error;
  }
  return { ...database, url: fresh.url, [Symbol.asyncDispose]: drop };
}

/** A request that the scripted server received. */
export interface Recorded {
  /** The method. */
  method: string;
  /** Path and query. */
  path: string;
  /** The headers. */
  headers: Headers;
  /** The body as text. */
  body: string;
  /** The body as sent. */
  bytes: Uint8Array;
}

/** A scripted HTTP server. */
export interface ScriptedServer extends AsyncDisposable {
  /** Its address, without a slash at the end. */
  url: string;
  /** Its requests, in order. */
  requests: Recorded[];
}

/**
 * An HTTP server on a free local port that answers by `script`, in the role of a provider or another service:
 * `await using provider = serveScript((request) => Response.json({…}))`. Bodies are read before `script` is
 * called, which gets the text beside the request.
 */
export function serveScript(
  script: (request: Request, recorded: Recorded, index: number) => Response | Promise<Response>,
): ScriptedServer {
  const requests: Recorded[] = [];
  const stopping = new AbortController();
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", signal: stopping.signal, onListen: () => {} },
    async (request) => {
      const { pathname, search } = new URL(request.url);
      const bytes = await request.clone().bytes();
      const body = new TextDecoder().decode(bytes);
      const recorded = {
        method: request.method,
        path: pathname + search,
        headers: request.headers,
        body,
        bytes,
      };
      requests.push(recorded);
      return await script(request, recorded, requests.length - 1);
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    requests,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await server.finished;
    },
  };
}

/** The answer of a provider that gives none: it comes when the caller of `request` has gone away. */
export function noAnswer({ signal }: Request): Promise<Response> {
  return new Promise((resolve) => {
    const end = () => resolve(new Response(null, { status: 499 }));
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}
