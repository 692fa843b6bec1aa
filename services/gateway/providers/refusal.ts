import { providerRefusal } from "lib/providers/provider_refusal.ts";
import type { HeaderReader } from "lib/http/retry_after.ts";
import { UpstreamError } from "./upstream_error.ts";

/** A provider's answer other than 2xx. */
export interface Refusal {
  status: number;
  header: HeaderReader;
  text: string;
  provider: string;
  secret: string;
}

/** A provider's error answer as an error with its message, type, code and param, without our credentials. */
export function refusalOf({ status, header, text, provider, secret }: Refusal): UpstreamError {
  const { message, ...said } = providerRefusal({ status, header, body: text, secrets: [secret] });
  const refused = status === 401 || status === 403;
  const words = refused ? "it refused the gateway's credentials" : message ?? "no message";
  return new UpstreamError(`${provider} answered ${status}: ${words}`, said);
}
