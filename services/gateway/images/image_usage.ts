import type { JsonObject } from "lib/json_object.ts";
import { estimatedUsage } from "../streams/estimate.ts";
import type { Usage } from "../usage.ts";

const DEFAULT_SIZE = "1024x1024";

/** Quality and size as price lists name them, from the answer, else from the request. */
export function imageSize(asked: JsonObject, drawn: JsonObject): string {
  const size = [drawn.size, asked.size].find((value) => typeof value === "string" && /^\d+x\d+$/.test(value));
  const quality = [drawn.quality, asked.quality].find((value) =>
    typeof value === "string" && value !== "standard" && value !== "auto"
  );
  return [quality, size ?? DEFAULT_SIZE].filter(Boolean).join(" ");
}

/** The usage of generated images. All output tokens count as image tokens unless the provider separates them. */
export function drawnUsage(
  reported: Usage | undefined,
  { images, size }: { images: number; size: string },
): Usage {
  const units = { images, image_size: size };
  if (!reported) return { ...estimatedUsage(0, 0), estimated: false, units };
  const drawn = reported.image_completion_tokens ?? reported.completion_tokens;
  return { ...reported, units, ...drawn > 0 ? { image_completion_tokens: drawn } : {} };
}
