/** The error that a client gets when its stream fails. */
import { maskSecrets } from "lib/providers/provider_refusal.ts";
import { GatewayError, providerError } from "../errors.ts";
import type { FailureSource } from "../providers/reported_failure.ts";
import { UpstreamError } from "../providers/upstream_error.ts";

/** `error` as a GatewayError; a provider's failure keeps its message, code and param. */
export function streamFailure(error: unknown, { provider, secrets }: FailureSource): GatewayError {
  if (error instanceof GatewayError) return error;
  if (!(error instanceof UpstreamError)) {
    return providerError(`${provider} broke off the stream`, { code: "stream_cut", cause: error });
  }
  const { message, status, param } = error;
  const code = error.code ?? (status > 0 ? "stream_failed" : "stream_cut");
  return providerError(maskSecrets(message, secrets), { code, param, cause: error });
}
