/** Answers that tell of a failure under a status of success. */
import { isObject, parsedObject } from "lib/json_object.ts";
import type { Bytes } from "lib/http/http_client.ts";
import { decoded } from "../streams/message_texts.ts";
import { refusalOf } from "../providers/refusal.ts";
import type { ProviderKey, Target } from "../providers/target.ts";

const FAILURE = /^\s*\{\s*"error"\s*:\s*[{"]/;

/** Some providers answer 200 with nothing but an error, which may quote a key. @throws UpstreamError with its words. */
export function refuseFailure(
  answer: Bytes,
  { target, key }: { target: Pick<Target, "provider">; key: Pick<ProviderKey, "secret"> },
): void {
  if (!FAILURE.test(decoded(answer.subarray(0, 64), "latin1"))) return;
  const text = decoded(answer, "utf8");
  const { error, choices, data } = parsedObject(text) ?? {};
  if (error === undefined || choices !== undefined || data !== undefined) return;
  const code = isObject(error) ? Number(error.code) : NaN;
  const status = code >= 400 && code < 600 ? code : 502;
  throw refusalOf({ status, header: () => undefined, text, provider: target.provider, secret: key.secret });
}
