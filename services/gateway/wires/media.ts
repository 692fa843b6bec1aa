import { Buffer } from "node:buffer";
import { fetchOutside, OutboundFailed, OutboundRefused } from "lib/http/outbound.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import type { ChatRequest, Part } from "./chat_request.ts";

/** Bytes of a message: an image, a sound, a document. */
export interface Media {
  /** Such as `image/png`. */
  mediaType: string;
  /** In base64. */
  data: string;
}

/** Gets what an address in a message holds, for providers that want bytes. */
export type Download = (url: string, signal: AbortSignal) => Promise<Media>;

const MAX_BYTES = 20 * 2 ** 20;
const MEDIA_TYPE = /^((image|audio|video|text)\/[\w.+-]+|application\/pdf)/;

/** Downloads from public addresses, never from inside this network. */
export const download: Download = async (url, signal) => {
  try {
    const answer = await fetchOutside(url, { signal, timeoutMs: 15_000, maxBytes: MAX_BYTES });
    const mediaType = MEDIA_TYPE.exec(answer.headers.get("content-type")?.toLowerCase() ?? "")?.[0];
    if (answer.status !== 200) throw unusable(url, `it answered ${answer.status}`);
    if (!mediaType) throw unusable(url, "it is not an image, a sound, a text or a PDF");
    return { mediaType, data: Buffer.from(answer.body).toString("base64") };
  } catch (error) {
    if (error instanceof OutboundRefused || error instanceof OutboundFailed) {
      throw unusable(url, error.message);
    }
    throw error;
  }
};

/**
 * The request with the bytes of what it names by address, for providers that fetch nothing themselves; what
 * `keep` says stays an address.
 */
export async function withBytes(
  request: ChatRequest,
  { fetchMedia, signal, keep }: { fetchMedia: Download; signal: AbortSignal; keep(url: string): boolean },
): Promise<ChatRequest> {
  const fetched = (part: Part): Part | Promise<Part> => {
    if (part.type !== "address" || keep(part.url)) return part;
    const { cache_control } = part;
    return fetchMedia(part.url, signal).then((media) => ({ type: "data", ...media, cache_control }));
  };
  const turns = request.turns.map(async (turn) => ({
    ...turn,
    parts: await Promise.all(turn.parts.map(fetched)),
  }));
  return { ...request, turns: await Promise.all(turns) };
}

function unusable(url: string, why: string): UpstreamError {
  const message = `${url.slice(0, 200)} cannot be used: ${why}`;
  return new UpstreamError(message, { status: 400, type: "invalid_request_error", param: "messages" });
}
