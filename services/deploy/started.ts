/** Starts services as containers do, and reads from a starting program's log where they listen. */
import assert from "node:assert/strict";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { z } from "zod";

const ROOT = new URL("../../", import.meta.url);

const Line = z.looseObject({
  message: z.string(),
  service: z.string().optional(),
  url: z.string().optional(),
});

/**
 * The addresses of services by name, once all are ready. Keeps reading until the program ends, so that its
 * pipe never fills up.
 */
export async function addressesOf(child: Deno.ChildProcess): Promise<Map<string, string>> {
  const urls = new Map<string, string>();
  const { promise, resolve, reject } = Promise.withResolvers<Map<string, string>>();
  const read = async () => {
    for await (const text of createInterface({ input: Readable.fromWeb(child.stdout) })) {
      const { message, service, url } = Line.parse(JSON.parse(text));
      if (message === "listening" && service && url) urls.set(service, url);
      if (message === "all services are ready") resolve(urls);
    }
    reject(new Error("the services did not start"));
  };
  read().catch(reject);
  return await promise;
}

/** A service started by its task. */
export interface Started extends AsyncDisposable {
  url: string;
}

/** Starts a service as its container does: with only this environment, on a free port. */
export async function startTask(
  name: string,
  task: string[],
  environment: Record<string, string>,
): Promise<Started> {
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
  const url = (await addressesOf(child).catch(() => undefined))?.get(name);
  if (!url) throw new Error(`${name} did not start: ${await faults}`);
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.status;
      // `deno task` first prints the task that it runs.
      assert.match(await faults, /^\S*Task\S* .*\n$/);
    },
  };
}
