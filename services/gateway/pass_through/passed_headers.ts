/** Filters headers of requests to providers and of their answers. */
import type { ProviderKey, Target } from "../providers/target.ts";
import { betasFor } from "../messages/betas.ts";

const NAMES = ["authorization", "x-api-key", "api-key", "x-goog-api-key"] as const;

/** Moves the credential to the header that the gateway's own endpoints read. */
export function withCredential(request: Request): { request: Request; credential: string } {
  const { headers } = request;
  const [name] = NAMES.filter((each) => headers.has(each));
  const value = name ? headers.get(name)?.trim() ?? "" : "";
  const credential = name === "authorization" ? value.replace(/^Bearer +/i, "") : value;
  if (name === undefined || name === "authorization" || name === "x-api-key") return { request, credential };
  const authorization = `Bearer ${credential}`;
  return { request: new Request(request.url, { headers: { authorization } }), credential };
}

/** Headers forwarded to providers; all others are dropped: credentials, cookies, the client's address. */
const ON = new Set([
  ...["accept", "accept-language", "content-type", "content-disposition", "idempotency-key", "range"],
  ...["if-match", "if-none-match", "if-modified-since", "openai-beta", "anthropic-version", "x-client-name"],
  ...["x-goog-fieldmask", "x-goog-upload-protocol", "x-goog-upload-command", "x-goog-upload-offset"],
]);

/** The forwarded headers, without a credential. */
export function headersOn(
  given: Headers,
  target: Target,
  { credential, unknownBetas }: { credential: string; unknownBetas: "drop" | "pass" },
): Record<string, string> {
  const on: Record<string, string> = { "accept-encoding": "identity", "user-agent": "diwan-gateway" };
  for (const [name, value] of given) {
    const isOn = ON.has(name) || name.startsWith("x-amzn-bedrock-");
    if (isOn && !(credential !== "" && value.includes(credential))) on[name] = value;
  }
  const betas = target.wire === "anthropic" ? betasFor(given, target, unknownBetas) : [];
  if (betas.length > 0) on["anthropic-beta"] = betas.join(",");
  if (target.wire === "anthropic") on["anthropic-version"] ??= "2023-06-01";
  return on;
}

/** The header with the provider's key; Bedrock's requests may have to be signed instead. */
export function keyHeader({ wire }: Target, { secret }: ProviderKey): Record<string, string> {
  if (secret === "") return {};
  if (wire === "anthropic") return { "x-api-key": secret };
  if (wire === "azure_openai") return { "api-key": secret };
  if (wire === "gemini") return { "x-goog-api-key": secret };
  return { authorization: `Bearer ${secret}` };
}

const BACK = new Set([
  ...["content-type", "content-disposition", "content-language", "content-range", "accept-ranges", "etag"],
  ...[
    "last-modified",
    "cache-control",
    "retry-after",
    "request-id",
    "openai-processing-ms",
    "openai-version",
  ],
  ...["x-amzn-requestid", "x-amzn-errortype", "x-should-retry"],
]);

/** The answer's headers for the client, without cookies, limits and names of the gateway's account. */
export function headersBack(given: Headers): Record<string, string> {
  const back: Record<string, string> = {};
  for (const [name, value] of given) if (BACK.has(name)) back[name] = value;
  // Keeps a provider's HTML from running scripts in the gateway's origin.
  back["content-security-policy"] = "sandbox; default-src 'none'";
  return back;
}
