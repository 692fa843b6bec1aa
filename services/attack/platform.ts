/** All services in a separate process, as the target of attacks. */
import { type Role, signJwt } from "lib/auth/auth.ts";
import { PLATFORM } from "../all.ts";

/** A running platform. */
export interface Platform extends AsyncDisposable {
  /** Its process. */
  pid: number;
  /** Where each service listens, by its name. */
  addresses: Map<string, string>;
  /** Where the console listens. */
  front: { address: string };
  /** A valid token. */
  token(role: Role, sub?: string): Promise<string>;
  /** The last log lines of level error. */
  errors: string[];
  /** Kills the process. */
  kill(): Promise<void>;
  /** Stops it with SIGTERM; returns its exit code. */
  stop(): Promise<number>;
}

/** The secret of its tokens. */
export const SECRET = "a secret of attacks only, 32 characters or more";
/** The root credential of its gateway. */
export const ADMIN_KEY = "dwn-admin-of-attacks-only";
/** The configured provider's key; no answer may contain it. */
export const PROVIDER_KEY = "sk-of-attacks-only-0123456789abcdef";

// As in the start tasks. A test run has flags for all of its processes: the code that V8 has compiled for other flags
// is compiled, and written to Deno's cache, anew.
const V8_FLAGS = Deno.env.has("DENO_V8_FLAGS")
  ? []
  : ["--v8-flags=--no-memory-reducer,--max-semi-space-size=4,--heap-growing-percent=60"];
const MEMORY = { MALLOC_MMAP_THRESHOLD_: "32768", MALLOC_TRIM_THRESHOLD_: "131072" };
const KEPT_ERRORS = 200;
// Longer than the longest drain.
const STOPS_MS = 45_000;

/**
 * Starts all services on free ports, with their data in `dir`. X-Forwarded-For is trusted, so that an attack
 * can use as many addresses as it likes.
 */
export async function startPlatform(dir: string, env: Record<string, string> = {}): Promise<Platform> {
  const ports = Object.fromEntries(PLATFORM.map(({ name }) => [`${name.toUpperCase()}_PORT`, "0"]));
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--no-check",
      "--unstable-net",
      ...V8_FLAGS,
      new URL("../main.ts", import.meta.url).pathname,
    ],
    env: {
      ...MEMORY,
      ...ports,
      HOST: "127.0.0.1",
      DATA_DIR: dir,
      DATABASE_URL: "",
      KV_URL: "",
      JWT_SECRET: SECRET,
      GATEWAY_ADMIN_KEY: ADMIN_KEY,
      TRUSTED_PROXIES: "127.0.0.1",
      LOG_LEVEL: "info",
      LOG_FORMAT: "json",
      ...env,
    },
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const { errors, addresses, front, ready, reading } = readLog(child.stdout);
  await ready;
  const end = async (signal: "SIGKILL" | "SIGTERM") => {
    try {
      child.kill(signal);
    } catch {
      // It has exited already.
    }
    const late = setTimeout(() => child.kill("SIGKILL"), STOPS_MS);
    const { code } = await child.status;
    clearTimeout(late);
    await reading;
    return code;
  };
  return {
    pid: child.pid,
    addresses,
    front,
    errors,
    token: (role, sub = `${role}-1`) => signJwt(SECRET, { sub, role, expiresInSeconds: 36_000 }),
    kill: async () => void await end("SIGKILL"),
    stop: () => end("SIGTERM"),
    [Symbol.asyncDispose]: async () => void await end("SIGKILL"),
  };
}

/** Parses the platform's log: errors, addresses, and readiness. */
function readLog(stdout: ReadableStream<Uint8Array>) {
  const errors: string[] = [];
  const addresses = new Map<string, string>();
  const front = { address: "" };
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  const read = async () => {
    let rest = "";
    for await (const piece of stdout.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + piece).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines.filter(Boolean)) {
        const { service, url, message, level } = JSON.parse(line);
        if (message === "listening" && service === "console") front.address = url;
        else if (message === "listening") addresses.set(service, url);
        if (message === "all services are ready") resolve();
        if (level === "error" && errors.push(line) > KEPT_ERRORS) errors.shift();
      }
    }
    reject(new Error("the platform did not start"));
  };
  const reading = read();
  reading.catch(reject);
  return { errors, addresses, front, ready, reading };
}

let caller = 0;

/** Headers with a client address that no rate limit has counted yet. */
export function fromNewAddress(): Record<string, string> {
  caller += 1;
  return { "x-forwarded-for": `10.${caller >> 16 & 255}.${caller >> 8 & 255}.${caller & 255}` };
}
