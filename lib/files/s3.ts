/** Objects in a bucket of S3 or of a compatible server. */
import { AwsClient } from "aws4fetch";
import { XMLParser } from "fast-xml-parser";
import { z } from "zod";
import { badGateway } from "lib/errors.ts";

/** The settings of a service that keeps files in `s3://bucket/prefix`. */
export const S3Env = z.object({
  AWS_ACCESS_KEY_ID: z.string().optional().meta({ description: "key for folders that are s3://…" }),
  AWS_SECRET_ACCESS_KEY: z.string().optional().meta({ description: "secret for folders that are s3://…" }),
  AWS_REGION: z.string().default("us-east-1").meta({ description: "region for folders that are s3://…" }),
  AWS_ENDPOINT_URL_S3: z.url().optional().meta({ description: "an S3-compatible server; unset: AWS" }),
});

/** The bucket and the credentials for it. */
export interface S3Options {
  /** `s3://bucket/prefix`. */
  address: string;
  /** The id of the access key. */
  accessKeyId: string;
  /** The access key's secret. */
  secretAccessKey: string;
  /** The bucket's region, such as `me-central-1`. */
  region: string;
  /** An S3-compatible server; AWS when absent. */
  endpoint?: string;
  /** The bucket's name in messages about its failures: `upload storage`. */
  what: string;
}

/** A bucket, or the part of it under a prefix. Keys are relative to the prefix. */
export interface Bucket {
  /** The answer to a request about one object, whatever its status. @throws 502 when there is none. */
  ask(method: string, key: string, init?: RequestInit): Promise<Response>;
  /** The answer if it is a success. @throws 502 naming the status. */
  expected(response: Response): Promise<Response>;
  /** The bytes of an object. @throws 502 when it cannot be read. */
  get(key: string, init?: RequestInit): Promise<Uint8Array<ArrayBuffer>>;
  /** Writes a small object. @throws 502 when it is refused. */
  put(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** The keys with this prefix, in order. @throws 502 when they cannot be read. */
  list(beginning: string): Promise<string[]>;
}

// ListObjectsV2, https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html
const Listing = z.object({
  ListBucketResult: z.object({
    Contents: z.array(z.object({ Key: z.string() })).default([]),
    NextContinuationToken: z.string().optional(),
  }).or(z.literal("").transform(() => ({ Contents: [], NextContinuationToken: undefined }))),
});
const parser = new XMLParser({
  parseTagValue: false,
  ignoreDeclaration: true,
  ignoreAttributes: true,
  isArray: (name) => name === "Contents",
});
/** The most pages of a thousand keys to read. */
const MOST_PAGES = 100;
/** Timeout for a small object, or a page of keys. */
const PATIENCE_MS = 30_000;

/** The bucket, or the part of it, at `address`. Requests answered with 500 or 429 are tried four times. */
export function s3Bucket(options: S3Options): Bucket {
  const { address, accessKeyId, secretAccessKey, region, endpoint, what } = options;
  const { host: bucket, pathname } = new URL(address);
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 3 });
  const root = `${(endpoint ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, "")}/${bucket}`;
  const prefix = pathname.replace(/^\/+|\/+$/g, "");
  const keyOf = (key: string) => prefix === "" ? key : `${prefix}/${key}`;

  async function send(url: string, init: RequestInit): Promise<Response> {
    try {
      return await client.fetch(url, init);
    } catch (error) {
      throw badGateway(`The ${what} cannot be reached`, { cause: error });
    }
  }
  async function expected(response: Response): Promise<Response> {
    if (response.ok) return response;
    await response.body?.cancel();
    throw badGateway(`The ${what} answered ${response.status}`);
  }
  const ask = (method: string, key: string, init: RequestInit = {}) =>
    send(`${root}/${keyOf(key)}`, { ...init, method });

  return {
    ask,
    expected,
    get: async (key, init) =>
      new Uint8Array(await (await expected(await ask("GET", key, init))).arrayBuffer()),
    async put(key, bytes) {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const response = await expected(await ask("PUT", key, { body: bytes, signal }));
      await response.body?.cancel();
    },
    async list(beginning) {
      const keys: string[] = [];
      let token: string | undefined;
      for (let page = 0; page < MOST_PAGES; page++) {
        const query = new URLSearchParams({ "list-type": "2", prefix: keyOf(beginning) });
        if (token !== undefined) query.set("continuation-token", token);
        const response = await expected(
          await send(`${root}/?${query}`, { signal: AbortSignal.timeout(PATIENCE_MS) }),
        );
        const parsed = Listing.safeParse(parser.parse(await response.text()));
        if (!parsed.success) throw badGateway(`The ${what} sent a listing that cannot be parsed`);
        const { Contents, NextContinuationToken } = parsed.data.ListBucketResult;
        keys.push(...Contents.map(({ Key }) => Key.slice(keyOf("").length)));
        token = NextContinuationToken;
        if (token === undefined) break;
      }
      return keys;
    },
  };
}
