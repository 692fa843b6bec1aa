import { UpstreamError } from "../upstream_error.ts";
import type { JsonObject } from "./wire.ts";

/** The texts of an embedding request. @throws {UpstreamError} status 400 for tokens: other models count others. */
export function readEmbedding(raw: JsonObject): { texts: string[]; dimensions: number | undefined } {
  const input: unknown[] = Array.isArray(raw.input) ? raw.input : [raw.input];
  const texts = input.filter((item) => typeof item === "string");
  if (texts.length === 0 || texts.length !== input.length) {
    throw new UpstreamError("input: this provider embeds texts, not tokens", {
      status: 400,
      type: "invalid_request_error",
      param: "input",
    });
  }
  return { texts, dimensions: typeof raw.dimensions === "number" ? raw.dimensions : undefined };
}

/** An embedding answer; without a token count no usage is stated, and it is estimated. */
export function embeddingList(
  vectors: unknown[],
  { model, tokens }: { model: string; tokens: number | undefined },
): JsonObject {
  return {
    object: "list",
    data: vectors.map((embedding, index) => ({ object: "embedding", index, embedding })),
    model,
    ...tokens === undefined ? {} : { usage: { prompt_tokens: tokens, total_tokens: tokens } },
  };
}
