/** Detects providers with OpenAI's wire that lack an endpoint. */
import type { Answers, Attempt } from "./answer.ts";
import { UpstreamError } from "../providers/upstream_error.ts";

/** Wraps `answers` to distinguish a provider without the endpoint from one without the model. */
export function maybeMissing(answers: Answers): Answers {
  return {
    whole: (providers, asked, attempt) =>
      answers.whole(providers, asked, attempt).catch(rethrowMissing(asked.path, attempt)),
    streamed: (providers, asked, attempt) =>
      answers.streamed(providers, asked, attempt).catch(rethrowMissing(asked.path, attempt)),
  };
}

/** Rethrows the error, as `unsupported` when the provider has no such path. */
export function rethrowMissing(path: string, { target }: Attempt): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof UpstreamError) || ![404, 405, 501].includes(error.status)) throw error;
    const isOfModel = (error.code ?? "").startsWith("model") || error.param !== null ||
      /model|deployment/i.test(error.message);
    if (isOfModel) throw error;
    const message = `${target.provider} does not support ${path.slice(1)}`;
    throw new UpstreamError(message, { status: 404, code: "unsupported", cause: error });
  };
}
