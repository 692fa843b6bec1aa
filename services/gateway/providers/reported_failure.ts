/**
 * Failures that providers report with a success status: as an event of a stream, or instead of a whole
 * answer. All wires parse them here, so that each keeps the provider's own message, without keys.
 */
import { providerRefusal } from "lib/providers/provider_refusal.ts";
import { reportedStatus } from "lib/providers/reported_failure.ts";
import { UpstreamError } from "./upstream_error.ts";

/** The provider of a failure, and its credentials. */
export interface FailureSource {
  provider: string;
  /** The call's credentials, which are masked. */
  secrets?: readonly string[] | undefined;
}

/**
 * The failure in an event or answer, from its fields or those of its `error`. The HTTP status is derived from names.
 */
export function reportedFailure(
  told: unknown,
  { provider, secrets = [] }: FailureSource,
  { beforeFirstByte = false } = {},
): UpstreamError {
  const status = reportedStatus(told);
  const { message, type, code, param, retryAfterMs } = providerRefusal({
    status,
    header: () => undefined,
    body: told,
    secrets,
  });
  const refused = status === 401 || status === 403;
  const words = refused ? "it refused the gateway's credentials" : message ?? "no reason given";
  return new UpstreamError(`${provider} failed: ${words}`, {
    status,
    type: type === "error" ? null : type,
    code,
    param,
    retryAfterMs,
    beforeFirstByte,
  });
}
