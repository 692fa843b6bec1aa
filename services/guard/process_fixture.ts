import { z } from "zod";
import { signJwt } from "lib/auth/auth.ts";
import { diskFolder, quickEmbedded } from "lib/embedded/template_fixture.ts";
import { TEST_SECRET } from "lib/testing.ts";

const ADMIN_KEY = "dwn-admin-for-tests-only";
const ROOT = new URL("../../", import.meta.url);

/** A service in a separate process. */
export interface Launched {
  url: string;
  /** A token of the admin alice. */
  jwt: string;
  /** Calls the service's API; returns the status and the body. */
  ask(method: string, path: string, body?: unknown): Promise<{ status: number; body: Json }>;
  /** Stops the process with SIGTERM, once; returns its exit code. */
  stop(): Promise<number>;
  /** Kills the process; its data remains until `stop`. */
  kill(): Promise<void>;
}

/** JSON that tests read without a schema: absent fields are undefined. */
export interface Json extends Iterable<Json> {
  [key: string]: Json;
  [index: number]: Json;
}

/** Starts a service on the port, with its data in `settings.DATA_DIR` or a temporary folder. */
export async function launch(
  service: "guard" | "gateway",
  port: number,
  settings: Record<string, string>,
): Promise<Launched> {
  const url = `http://127.0.0.1:${port}`;
  const dataDir = settings.DATA_DIR ?? await Deno.makeTempDir({ prefix: `${service}-`, dir: diskFolder() });
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-prompt", "--no-check", new URL(`services/${service}/main.ts`, ROOT).pathname],
    cwd: ROOT,
    env: {
      DATABASE_URL: "",
      ...await quickEmbedded({ [service]: new URL(`services/${service}/migrations/`, ROOT).href }),
      ...settings,
      DATA_DIR: dataDir,
      [`${service.toUpperCase()}_PORT`]: String(port),
      HOST: "127.0.0.1",
      JWT_SECRET: TEST_SECRET,
      GATEWAY_ADMIN_KEY: ADMIN_KEY,
      LOG_LEVEL: "error",
      RATE_LIMIT_PER_MINUTE: "100000",
      RATE_LIMIT_HEAVY_PER_MINUTE: "1000",
    },
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    try {
      child.kill(signal);
    } catch {
      // It has exited already.
    }
    return (await child.status).code;
  };
  let stopped: Promise<number> | undefined;
  const stop = () =>
    stopped ??= end("SIGTERM").then(async (code) => {
      if (!settings.DATA_DIR) await Deno.remove(dataDir, { recursive: true });
      return code;
    });
  const jwt = await signJwt(TEST_SECRET, { sub: "alice", role: "admin" });
  const ask: Launched["ask"] = async (method, path, body) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${jwt}`, "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: z.custom<Json>().parse(text === "" ? {} : JSON.parse(text)) };
  };
  let hasExited = false;
  const exit = child.status.then(() => hasExited = true);
  if (await isUp(url, () => hasExited)) {
    return {
      url,
      jwt,
      ask,
      stop,
      kill: async () => void await end("SIGKILL"),
    };
  }
  const why = hasExited ? "exited at its start" : "did not start within five minutes";
  await Promise.all([stop(), exit]);
  throw new Error(`${service} ${why}`);
}

async function isUp(url: string, hasExited: () => boolean): Promise<boolean> {
  for (let i = 0; i < 3_000 && !hasExited(); i++) {
    const up = await fetch(`${url}/health`).then(
      (response) => response.body?.cancel().then(() => response.ok),
      () => false,
    );
    if (up) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

/** Polls until `holds` is true; fails after a generous timeout. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 600; i++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`not within a minute: ${what}`);
}
