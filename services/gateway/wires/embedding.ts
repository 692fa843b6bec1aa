import type { JsonObject } from "lib/json_object.ts";
import { UpstreamError } from "../providers/upstream_error.ts";

/** The texts of an embedding request. @throws {UpstreamError} status 400 for token ids, which differ by model. */
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

/** An embedding answer; without a token count it has no usage, and the gateway estimates. */
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

/** Splits a list into batches of at most `size`, the provider's limit per call. */
export function piecesOf<T>(list: T[], size: number): T[][] {
  return Array.from(
    { length: Math.ceil(list.length / size) },
    (_, n) => list.slice(n * size, (n + 1) * size),
  );
}

/** Checks the vectors of a batch. @throws {UpstreamError} when their number differs from the texts'. */
export function allVectors(vectors: unknown, texts: string[], provider: string): unknown[] {
  if (Array.isArray(vectors) && vectors.length === texts.length) return vectors;
  throw new UpstreamError(`Provider ${provider} did not send one embedding for each text`);
}
