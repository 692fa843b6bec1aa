/** Detects answers that report a failure with a success status. */
import { parsedObject } from "lib/json_object.ts";
import type { Bytes } from "lib/http/http_client.ts";
import { decoded } from "../streams/message_texts.ts";
import type { ProviderKey, Target } from "../providers/target.ts";
import { isOnlyFailure } from "lib/providers/reported_failure.ts";
import { reportedFailure } from "../providers/reported_failure.ts";

const FAILURE = /^\s*\{\s*"(?:error"\s*:\s*[{"]|(?:type|object)"\s*:\s*"error")/;

/**
 * Some providers answer 200 with only an error, which may quote a key. @throws UpstreamError with its
 * message.
 */
export function refuseFailure(
  answer: Bytes,
  { target, key }: { target: Pick<Target, "provider">; key: Pick<ProviderKey, "secret"> },
): void {
  if (!FAILURE.test(decoded(answer.subarray(0, 64), "latin1"))) return;
  const parsed = parsedObject(decoded(answer, "utf8"));
  if (!parsed || !isOnlyFailure(parsed)) return;
  throw reportedFailure(parsed, { provider: target.provider, secrets: [key.secret] }, {
    beforeFirstByte: true,
  });
}
