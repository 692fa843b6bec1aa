/** The formats that a transcription can be had in. */
import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { AppEnv } from "lib/service/service.ts";
import { srt, vtt } from "../text/subtitles.ts";
import { Transcription } from "./transcription.ts";

export const ResponseFormat = z.enum(["json", "text", "srt", "vtt"]).default("json").meta({
  description: "The whole transcription, its text alone, or subtitles",
});
export type ResponseFormat = z.output<typeof ResponseFormat>;

/** The bodies of an answer in these formats, for an endpoint's contract. */
export const FORMAT_BODIES = {
  "application/json": { schema: Transcription },
  "text/plain": { schema: z.string() },
  "application/x-subrip": { schema: z.string() },
  "text/vtt": { schema: z.string() },
};

const SUBTITLES = { srt: "application/x-subrip", vtt: "text/vtt" };

/** Answers a transcription in the format asked for; other formats than JSON name its id in a header. */
export function inFormat<S extends 200 | 201>(
  c: Context<AppEnv>,
  transcription: Transcription,
  { format, status }: { format: ResponseFormat; status: S },
) {
  if (format === "json") return c.json(Transcription.parse(transcription), status);
  c.header("X-Transcription-ID", transcription.id);
  if (format === "text") return c.text(transcription.text, status);
  const body = format === "srt" ? srt(transcription.segments) : vtt(transcription.segments);
  return c.body(body, status, { "content-type": `${SUBTITLES[format]}; charset=utf-8` });
}
