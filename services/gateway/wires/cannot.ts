import { UpstreamError } from "../providers/upstream_error.ts";
import type { WireContext } from "./wire.ts";

/** A provider cannot do `what`, which `param` asks for; another one of the chain may. */
export function unsupportedByProvider(
  { target }: Pick<WireContext, "target">,
  param: string,
  what: string,
): UpstreamError {
  return new UpstreamError(`${target.provider} cannot ${what}`, { status: 404, code: "unsupported", param });
}
