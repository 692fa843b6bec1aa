import { isObject } from "lib/json_object.ts";
import { textOf } from "../wires/http.ts";
import type { Download } from "../wires/media.ts";

/** Downloads images and documents given by URL into the messages, for providers that do not fetch URLs. */
export async function withInlineMedia(
  messages: unknown,
  fetchMedia: Download,
  signal: AbortSignal,
): Promise<unknown> {
  if (Array.isArray(messages)) {
    return await Promise.all(messages.map((item) => withInlineMedia(item, fetchMedia, signal)));
  }
  if (!isObject(messages)) return messages;
  const { source, content } = messages;
  if (isObject(source) && source.type === "url") {
    const { mediaType, data } = await fetchMedia(textOf(source.url), signal);
    return { ...messages, source: { type: "base64", media_type: mediaType, data } };
  }
  return Array.isArray(content)
    ? { ...messages, content: await withInlineMedia(content, fetchMedia, signal) }
    : messages;
}
