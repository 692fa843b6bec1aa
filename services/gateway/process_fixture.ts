import { readLog } from "lib/processes/process_log.ts";
import { quickEmbedded } from "lib/embedded/template_fixture.ts";
import { serveScript } from "lib/testing.ts";

export const PROCESS_ADMIN_KEY = "dwn-admin-of-a-test-process";

export interface GatewayProcess extends AsyncDisposable {
  url: string;
  pid: number;
  call(path: string, options?: { key?: string; method?: string; body?: unknown }): Promise<Response>;
  /** Reloads the configuration with SIGHUP. */
  hangUp(): void;
  /** Resolves once the log has an entry with this message. */
  says(message: string): Promise<void>;
  /** Kills the process. */
  kill(): Promise<void>;
  /** Stops the process with SIGTERM; returns its exit code. */
  stop(): Promise<number>;
}

const ANSWER = { id: "chatcmpl-1", created: 1, model: "m" };
const USAGE = { prompt_tokens: 1000, completion_tokens: 1000, total_tokens: 2000 };
const CHUNK = { ...ANSWER, object: "chat.completion.chunk" };
const STREAM = [
  { ...CHUNK, choices: [{ index: 0, delta: { role: "assistant", content: "answer" }, finish_reason: null }] },
  { ...CHUNK, choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
  { ...CHUNK, choices: [], usage: USAGE },
].map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("") + "data: [DONE]\n\n";

/** A provider that always answers with a usage of 1000 prompt and 1000 completion tokens. */
export function cheapProvider(answerAfterMs = 0) {
  return serveScript(async (_request, { body }) => {
    if (answerAfterMs) await new Promise((resolve) => setTimeout(resolve, answerAfterMs));
    // A killed gateway may leave a request without a body.
    if (body === "") return new Response(null, { status: 400 });
    if (JSON.parse(body).stream === true) {
      return new Response(STREAM, { headers: { "content-type": "text/event-stream" } });
    }
    return Response.json({
      ...ANSWER,
      object: "chat.completion",
      choices: [{ index: 0, message: { role: "assistant", content: "answer" }, finish_reason: "stop" }],
      usage: USAGE,
    });
  });
}

/**
 * A configuration with model `m` at one dollar per million tokens, so that an answer of the cheap provider costs
 * 0.002 USD, and model `unpriced` without a price.
 */
export function configFor(providerUrl: string): string {
  return JSON.stringify({
    providers: [{
      name: "scripted",
      wire: "openai",
      base_url: `${providerUrl}/v1`,
      keys: [{ key: "provider-secret" }],
      models: ["m", "unpriced"],
      prices: { m: { input: "1", output: "1" } },
    }],
  });
}

/** Starts a gateway process on a free port, with its data in `dir`. */
export async function startProcess(dir: string, env: Record<string, string> = {}): Promise<GatewayProcess> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", new URL("./main.ts", import.meta.url).pathname],
    env: {
      DATA_DIR: dir,
      HOST: "127.0.0.1",
      GATEWAY_PORT: "0",
      GATEWAY_ADMIN_KEY: PROCESS_ADMIN_KEY,
      DATABASE_URL: "",
      ...await quickEmbedded({ gateway: import.meta.resolve("./migrations/") }),
      KV_URL: "",
      ...env,
    },
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const { url: listening, ended, says } = readLog(child.stdout);
  const url = await listening;
  const end = async (signal: "SIGKILL" | "SIGTERM") => {
    try {
      child.kill(signal);
    } catch {
      // It has exited already.
    }
    const { code } = await child.status;
    await ended;
    return code;
  };
  return {
    url,
    pid: child.pid,
    call: (path, { key = PROCESS_ADMIN_KEY, method = "GET", body } = {}) =>
      fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    hangUp: () => child.kill("SIGHUP"),
    says,
    kill: async () => void await end("SIGKILL"),
    stop: () => end("SIGTERM"),
    [Symbol.asyncDispose]: async () => void await end("SIGKILL"),
  };
}
