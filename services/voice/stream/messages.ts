/** The messages that a stream sends, and the text frames that it takes. */
import { z } from "zod";
import { Segment } from "../text/transcript.ts";

export const StreamMessage = z.discriminatedUnion("status", [
  z.object({ status: z.literal("processing") }),
  z.object({ status: z.literal("partial"), text: z.string() }),
  z.object({
    status: z.literal("completed"),
    text: z.string(),
    language: z.string(),
    duration: z.number(),
    segments: z.array(Segment),
    id: z.string().optional(),
  }),
  z.object({ status: z.literal("error"), error: z.string() }),
]).meta({ id: "StreamMessage" });
export type StreamMessage = z.output<typeof StreamMessage>;

const Control = z.union([
  z.object({ eof: z.literal(1).or(z.literal(true)) }).transform(() => "end" as const),
  z.object({ type: z.enum(["CloseStream", "Terminate"]) }).transform(() => "end" as const),
  z.object({ type: z.literal("KeepAlive") }).transform(() => "keep_alive" as const),
]);

/** The request in a text frame; undefined when it is none of the known ones. */
export function controlOf(text: string): "end" | "keep_alive" | undefined {
  if (text.trim() === "END_OF_AUDIO") return "end";
  try {
    return Control.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
