import { Buffer } from "node:buffer";
import { createSemaphore } from "lib/semaphore.ts";
import { fetchOutside, OutboundFailed, OutboundRefused } from "lib/http/outbound.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import type { ChatRequest, Part } from "./chat_request.ts";

/** Media in a message: an image, audio or a document. */
export interface Media {
  /** Such as `image/png`. */
  mediaType: string;
  /** Base64. */
  data: string;
}

/** Downloads a URL, for providers that accept only bytes; `param` names the field with the URL, for errors. */
export type Download = (
  url: string,
  signal: AbortSignal,
  bounds?: { param?: string; maxBytes?: number },
) => Promise<Media>;

const MAX_BYTES = 20 * 2 ** 20;
const MEDIA_TYPE = /^((image|audio|video|text)\/[\w.+-]+|application\/pdf)/;

/** Downloads from public addresses only, never from the internal network. */
export const download: Download = async (url, signal, { param = "messages", maxBytes = MAX_BYTES } = {}) => {
  const unusable = (why: string) => refused(`${url.slice(0, 200)} cannot be used: ${why}`, param);
  try {
    const most = Math.min(maxBytes, MAX_BYTES);
    const answer = await fetchOutside(url, { signal, timeoutMs: 15_000, maxBytes: most });
    const mediaType = MEDIA_TYPE.exec(answer.headers.get("content-type")?.toLowerCase() ?? "")?.[0];
    if (answer.status !== 200) throw unusable(`it answered ${answer.status}`);
    if (!mediaType) throw unusable("it is not an image, audio, video, a text or a PDF");
    return { mediaType, data: Buffer.from(answer.body).toString("base64") };
  } catch (error) {
    if (error instanceof OutboundRefused || error instanceof OutboundFailed) {
      throw unusable(error.message);
    }
    throw error;
  }
};

/**
 * Replaces URLs in the request by their bytes, for providers that download nothing; URLs that `keep` accepts stay.
 */
export async function withBytes(
  request: ChatRequest,
  { fetchMedia, signal, keep }: { fetchMedia: Download; signal: AbortSignal; keep(url: string): boolean },
): Promise<ChatRequest> {
  const media = mediaOfRequest(fetchMedia);
  const fetched = (part: Part): Part | Promise<Part> => {
    if (part.type !== "address" || keep(part.url)) return part;
    const { cache_control } = part;
    return media.fetch(part.url, signal).then((fetched) => ({ type: "data", ...fetched, cache_control }));
  };
  const turns = request.turns.map(async (turn) => ({
    ...turn,
    parts: await Promise.all(turn.parts.map(fetched)),
  }));
  return { ...request, turns: await Promise.all(turns) };
}

/** A 400 for the client, unless another provider of the chain accepts URLs. */
function refused(message: string, param: string): UpstreamError {
  return new UpstreamError(message, { status: 404, code: "unsupported", param });
}

/** Limits for all media of one request. */
export interface MediaBounds {
  /** Number of downloads. */
  addresses: number;
  /** Total bytes of downloads and inline media. */
  bytes: number;
}

/** The media of one request, with limited concurrency, number and size. */
export interface MediaOfRequest {
  /** Downloads within the limits. */
  fetch: Download;
  /** Counts inline media. */
  hold(media: Media, param: string): Media;
}

const MESSAGE_BOUNDS: MediaBounds = { addresses: 100, bytes: 50 * 2 ** 20 };
const AT_ONCE = 4;

/** Limits the media of one request. Both functions throw an error that names the field over the limit. */
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
        throw refused(`the request contains more than ${bounds.addresses} URLs of media`, param);
      }
      return await turns.run(
        async () => hold(await fetchMedia(url, signal, { param, maxBytes: Math.max(0, left) }), param),
        signal,
      );
    },
  };
}
