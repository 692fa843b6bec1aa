import { Buffer } from "node:buffer";
import { createSemaphore } from "lib/semaphore.ts";
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

/** Gets what an address holds, for providers that want bytes; `param` names the field that has the address. */
export type Download = (
  url: string,
  signal: AbortSignal,
  bounds?: { param?: string; maxBytes?: number },
) => Promise<Media>;

const MAX_BYTES = 20 * 2 ** 20;
const MEDIA_TYPE = /^((image|audio|video|text)\/[\w.+-]+|application\/pdf)/;

/** Downloads from public addresses, never from inside this network. */
export const download: Download = async (url, signal, { param = "messages", maxBytes = MAX_BYTES } = {}) => {
  const unusable = (why: string) => refused(`${url.slice(0, 200)} cannot be used: ${why}`, param);
  try {
    const most = Math.min(maxBytes, MAX_BYTES);
    const answer = await fetchOutside(url, { signal, timeoutMs: 15_000, maxBytes: most });
    const mediaType = MEDIA_TYPE.exec(answer.headers.get("content-type")?.toLowerCase() ?? "")?.[0];
    if (answer.status !== 200) throw unusable(`it answered ${answer.status}`);
    if (!mediaType) throw unusable("it is not an image, a sound, a text or a PDF");
    return { mediaType, data: Buffer.from(answer.body).toString("base64") };
  } catch (error) {
    if (error instanceof OutboundRefused || error instanceof OutboundFailed) {
      throw unusable(error.message);
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
  const media = mediaOfRequest(fetchMedia);
  const fetched = (part: Part): Part | Promise<Part> => {
    if (part.type !== "address" || keep(part.url)) return part;
    const { cache_control } = part;
    return media.fetch(part.url, signal).then((found) => ({ type: "data", ...found, cache_control }));
  };
  const turns = request.turns.map(async (turn) => ({
    ...turn,
    parts: await Promise.all(turn.parts.map(fetched)),
  }));
  return { ...request, turns: await Promise.all(turns) };
}

/** A 400 for the client, unless another provider of the chain takes addresses itself. */
function refused(message: string, param: string): UpstreamError {
  return new UpstreamError(message, { status: 404, code: "unsupported", param });
}

/** The bound on all media of one request. */
export interface MediaBounds {
  /** Addresses to download from. */
  addresses: number;
  /** Bytes, of downloads and of what the request holds itself. */
  bytes: number;
}

/** The media of one request: a few are downloaded at a time, and no more than its bounds allow. */
export interface MediaOfRequest {
  /** Downloads within the bounds. */
  fetch: Download;
  /** Counts media that the request holds itself, in base64. */
  hold(media: Media, param: string): Media;
}

const MESSAGE_BOUNDS: MediaBounds = { addresses: 100, bytes: 50 * 2 ** 20 };
const AT_ONCE = 4;

/** Bounds the media of one request. Both functions refuse what is too much, naming its field. */
export function mediaOfRequest(fetchMedia: Download, bounds: MediaBounds = MESSAGE_BOUNDS): MediaOfRequest {
  const turns = createSemaphore(AT_ONCE);
  let addresses = 0;
  let left = bounds.bytes;
  const hold = (media: Media, param: string) => {
    left -= Math.floor(media.data.length * 3 / 4);
    if (left < 0) throw refused(`the request has more than ${bounds.bytes / 2 ** 20} MB of media`, param);
    return media;
  };
  return {
    hold,
    async fetch(url, signal, { param = "messages" } = {}) {
      if (++addresses > bounds.addresses) {
        throw refused(`the request names more than ${bounds.addresses} addresses`, param);
      }
      return await turns.run(
        async () => hold(await fetchMedia(url, signal, { param, maxBytes: Math.max(0, left) }), param),
        signal,
      );
    },
  };
}
