import type { JsonObject } from "lib/json_object.ts";
import { UpstreamError } from "../providers/upstream_error.ts";

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

/** A list in pieces of at most `size`, as providers limit what one call may embed. */
export function piecesOf<T>(list: T[], size: number): T[][] {
  return Array.from(
    { length: Math.ceil(list.length / size) },
    (_, n) => list.slice(n * size, (n + 1) * size),
  );
}

/** The vectors of a piece. @throws {UpstreamError} when they are not as many as the texts. */
export function allVectors(vectors: unknown, texts: string[], provider: string): unknown[] {
  if (Array.isArray(vectors) && vectors.length === texts.length) return vectors;
  throw new UpstreamError(`Provider ${provider} sent another number of embeddings than texts`);
}
