/** A real KV Connect server for tests, where its program is installed. */
import { builtProgram } from "lib/kv/denokv_build.ts";

/** The `denokv` program, from DENOKV_BIN, the PATH or its build task, or why it is missing. */
export const denokv: { path?: string; missing?: string } = find();

/** The server's access token; every process that uses it needs it in DENO_KV_ACCESS_TOKEN. */
export const DENOKV_TOKEN = "a token for tests only";

/** A server that can be killed and started again on the same port and file. */
export interface DenokvServer extends AsyncDisposable {
  /** For `Deno.openKv` and KV_URL. */
  url: string;
  /** Starts it again. */
  start(): Promise<void>;
  /** Kills it. */
  kill(): Promise<void>;
}

/** A server on a free port with an empty file, removed at the end of its scope. */
export async function startDenokv(): Promise<DenokvServer> {
  Deno.env.set("DENO_KV_ACCESS_TOKEN", DENOKV_TOKEN);
  const dir = await Deno.makeTempDir({ prefix: "denokv-" });
  const port = freePort();
  let child: Deno.ChildProcess | undefined;

  async function start(): Promise<void> {
    child = new Deno.Command(denokv.path ?? "denokv", {
      args: ["--sqlite-path", `${dir}/kv.db`, "serve", "--addr", `127.0.0.1:${port}`],
      env: { DENO_KV_ACCESS_TOKEN: DENOKV_TOKEN },
      stdout: "null",
      stderr: "null",
    }).spawn();
    for (;;) {
      try {
        (await Deno.connect({ hostname: "127.0.0.1", port })).close();
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }

  async function kill(): Promise<void> {
    try {
      child?.kill("SIGKILL");
    } catch {
      // The process has already exited.
    }
    await child?.status;
  }

  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    start,
    kill,
    async [Symbol.asyncDispose]() {
      await kill();
      await Deno.remove(dir, { recursive: true });
    },
  };
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

function find(): { path?: string; missing?: string } {
  const folders = (Deno.env.get("PATH") ?? "").split(":").filter(Boolean);
  const built = builtProgram((name) => Deno.env.get(name));
  for (const path of [Deno.env.get("DENOKV_BIN"), ...folders.map((folder) => `${folder}/denokv`), built]) {
    try {
      if (path && Deno.statSync(path).isFile) return { path };
    } catch {
      // The file does not exist.
    }
  }
  return { missing: "denokv is neither at DENOKV_BIN nor on the PATH; deno task denokv builds it" };
}
