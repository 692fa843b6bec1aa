import { UpstreamError } from "../providers/upstream_error.ts";
import type { WireContext } from "./wire.ts";

/** Error: this provider cannot do `what`, requested by `param`; another provider of the chain may be tried. */
export function unsupportedByProvider(
  { target }: Pick<WireContext, "target">,
  param: string,
  what: string,
): UpstreamError {
  return new UpstreamError(`${target.provider} cannot ${what}`, { status: 404, code: "unsupported", param });
}
