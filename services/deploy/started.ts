/** Reads from a starting program's log where its services listen. */
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { z } from "zod";

const Line = z.looseObject({
  message: z.string(),
  service: z.string().optional(),
  url: z.string().optional(),
});

/** The addresses of services by name, once all are ready. Reads on until the program ends, so that its pipe never fills. */
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
