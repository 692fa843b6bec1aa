/** Requests to Amazon Bedrock's models, and their credentials. */
import { AwsClient } from "aws4fetch";
import type { JsonObject } from "lib/json_object.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import type { WireRequest } from "./http.ts";
import type { WireContext } from "./wire.ts";

/** A request for `method` of the target's model. */
export async function modelRequest(
  method: string,
  body: JsonObject,
  { target, key }: WireContext,
): Promise<WireRequest> {
  // The model name comes from callers and becomes a segment of the path.
  if (/^\.{1,2}$/.test(target.model)) throw new UpstreamError("no such model", { status: 404 });
  const url = `${target.baseUrl.href.replace(/\/$/, "")}/model/${encodeURIComponent(target.model)}/${method}`;
  const text = JSON.stringify(body);
  const headers = await credentials(url, { method: "POST", body: text }, { target, key });
  return { url, headers, body: text };
}

/** Authentication headers: a bearer token, or a signature of the request. */
export async function credentials(
  url: string,
  { method, body, contentType = "application/json" }: {
    method: string;
    body?: string | Uint8Array<ArrayBuffer> | undefined;
    contentType?: string;
  },
  { target, key }: Pick<WireContext, "target" | "key">,
): Promise<Record<string, string>> {
  const [accessKeyId = "", secretAccessKey, ...session] = key.secret.split(":");
  if (!secretAccessKey) return { authorization: `Bearer ${key.secret}` };
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    sessionToken: session.join(":") || undefined,
    service: "bedrock",
    region: target.region ?? "us-east-1",
  });
  const signed = await client.sign(url, {
    method,
    headers: { "content-type": contentType },
    ...body === undefined ? {} : { body },
  });
  await signed.body?.cancel();
  return Object.fromEntries(signed.headers);
}
