/** A file that browsers get: compressed once, cached for ever, since its address changes with its content. */
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** A file as it is served. */
export interface Asset {
  type: string;
  body: Uint8Array<ArrayBuffer>;
  /** Headers beside the usual ones. */
  headers?: Record<string, string>;
  compressed: Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>;
}

type Encoding = "br" | "gzip";

const FOR_EVER = "public, max-age=31536000, immutable";

export function assetOf(type: string, content: string | Uint8Array): Asset {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
  return { type, body: bytes, compressed: new Map() };
}

/** Eight hexadecimal signs that stand for the content. */
export async function hashOf(body: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", body)).toHex().slice(0, 8);
}

/** Answers a request for `asset`. */
export async function serveAsset(asset: Asset, request: Request): Promise<Response> {
  const headers = new Headers({
    "content-type": asset.type,
    "cache-control": FOR_EVER,
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    ...asset.headers,
  });
  const encoding = asset.type.startsWith("font/") ? undefined : encodingFor(request);
  if (!encoding) return new Response(asset.body, { headers });
  headers.set("vary", "accept-encoding");
  headers.set("content-encoding", encoding);
  return new Response(await compressed(asset, encoding), { headers });
}

function encodingFor(request: Request): Encoding | undefined {
  const accepted = request.headers.get("accept-encoding") ?? "";
  if (/\bbr\b/.test(accepted)) return "br";
  return /\bgzip\b/.test(accepted) ? "gzip" : undefined;
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const QUALITY = 9;

function compressed(asset: Asset, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  const kept = asset.compressed.get(encoding);
  if (kept) return kept;
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } };
  const made = (encoding === "br" ? brotli(asset.body, options) : zip(asset.body, { level: QUALITY }))
    .then((bytes) => new Uint8Array(bytes));
  asset.compressed.set(encoding, made);
  return made;
}
