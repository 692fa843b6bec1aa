import { AwsClient } from "aws4fetch";
import { badGateway } from "lib/errors.ts";
import type { Blobs } from "./blobs.ts";

export interface S3Options {
  /** s3://bucket/prefix */
  address: string;
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
  /** An S3-compatible server; AWS when absent. */
  endpoint?: string;
}

/** Uploads in a bucket of S3 or a server that speaks it. */
export function s3Blobs({ address, accessKeyId, secretAccessKey, region, endpoint }: S3Options): Blobs {
  const { host: bucket, pathname } = new URL(address);
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 3 });
  const root = `${(endpoint ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, "")}/${bucket}`;
  const prefix = pathname.replace(/^\/+|\/+$/g, "");
  const urlOf = (sha256: string) => [root, prefix, sha256].filter((part) => part !== "").join("/");

  async function ask(method: string, sha256: string, init: RequestInit = {}): Promise<Response> {
    try {
      return await client.fetch(urlOf(sha256), { ...init, method });
    } catch (error) {
      throw badGateway("The upload storage cannot be reached", { cause: error });
    }
  }

  async function expected(response: Response): Promise<Response> {
    if (response.ok) return response;
    await response.body?.cancel();
    throw badGateway(`The upload storage answered ${response.status}`);
  }

  const has = async (sha256: string) => {
    const response = await ask("HEAD", sha256);
    await response.body?.cancel();
    if (response.status === 404) return false;
    await expected(response);
    return true;
  };

  return {
    has,
    async put(sha256, path) {
      if (await has(sha256)) return;
      const body = await Deno.readFile(path);
      const response = await expected(
        await ask("PUT", sha256, { body, headers: { "x-amz-content-sha256": sha256 } }),
      );
      await response.body?.cancel();
    },
    read: async (sha256) => new Uint8Array(await (await expected(await ask("GET", sha256))).arrayBuffer()),
    async stream(sha256) {
      const { body } = await expected(await ask("GET", sha256));
      if (!body) throw badGateway("The upload storage answered no body");
      return body;
    },
    async remove(sha256) {
      const response = await ask("DELETE", sha256);
      if (response.status !== 404) await expected(response);
      await response.body?.cancel();
    },
    check: async () => void await has("health"),
  };
}
