/** Anthropic's beta features: which of those that a request names are forwarded. */
import type { Incoming } from "lib/http/incoming.ts";
import type { Target } from "../providers/target.ts";

const KNOWN = new Set([
  "advisor-tool-2026-03-01",
  "claude-code-20250219",
  "code-execution-2025-05-22",
  "code-execution-2025-08-25",
  "computer-use-2025-01-24",
  "computer-use-2025-11-24",
  "context-1m-2025-08-07",
  "context-management-2025-06-27",
  "effort-2025-11-24",
  "extended-cache-ttl-2025-04-11",
  "fallback-credit-2026-06-01",
  "files-api-2025-04-14",
  "fine-grained-tool-streaming-2025-05-14",
  "interleaved-thinking-2025-05-14",
  "mcp-client-2025-04-04",
  "mcp-client-2025-11-20",
  "mid-conversation-system-2026-04-07",
  "mid-conversation-tool-changes-2026-07-01",
  "model-context-window-exceeded-2025-08-26",
  "output-128k-2025-02-19",
  "prompt-caching-2024-07-31",
  "prompt-caching-scope-2026-01-05",
  "skills-2025-10-02",
  "structured-outputs-2025-11-13",
  "thinking-binding-controls-2026-08-01",
  "thinking-token-count-2026-05-13",
  "token-counting-2024-11-01",
  "token-efficient-tools-2025-02-19",
  "web-fetch-2025-09-10",
]);

// Bedrock refuses a request with any other beta.
const AT_BEDROCK = new Set([
  "computer-use-2025-01-24",
  "context-1m-2025-08-07",
  "context-management-2025-06-27",
  "effort-2025-11-24",
  "interleaved-thinking-2025-05-14",
  "output-128k-2025-02-19",
  "token-efficient-tools-2025-02-19",
]);

/** The betas to send to `target`; `unknown` decides about unknown ones for Anthropic. */
export function betasFor(headers: Incoming["headers"], { wire }: Target, unknown: "drop" | "pass"): string[] {
  const asked = (headers.get("anthropic-beta") ?? "").split(",").map((name) => name.trim())
    .filter((name) => /^[\w.-]{1,100}$/.test(name));
  const unique = [...new Set(asked)];
  if (wire === "bedrock") return unique.filter((name) => AT_BEDROCK.has(name));
  return unknown === "pass" ? unique : unique.filter((name) => KNOWN.has(name));
}
