import { badGateway } from "lib/errors.ts";
import { s3Bucket, type S3Options } from "lib/files/s3.ts";
import type { Blobs } from "./blobs.ts";

/** Uploads in an S3-compatible bucket. */
export function s3Blobs(options: Omit<S3Options, "what">): Blobs {
  const { ask, expected, get } = s3Bucket({ ...options, what: "upload storage" });

  const has = async (sha256: string) => {
    const response = await ask("HEAD", sha256);
    await response.body?.cancel();
    if (response.status === 404) return false;
    await expected(response);
    return true;
  };

  return {
    has,
    async put(sha256, file) {
      if (await has(sha256)) return;
      const body = new Uint8Array(await new Response(await file.read()).arrayBuffer());
      const response = await expected(
        await ask("PUT", sha256, { body, headers: { "x-amz-content-sha256": sha256 } }),
      );
      await response.body?.cancel();
    },
    read: get,
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
