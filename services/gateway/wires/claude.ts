import type { JsonObject } from "lib/json_object.ts";
import type { ChatRequest } from "./chat_request.ts";

/** Documented differences among Claude models, at Anthropic and on Bedrock. */
export interface ClaudeTraits {
  /** Default `max_tokens`. */
  maxTokens: number;
  /** Adaptive thinking with an effort level; older models have a token budget. */
  adaptive: boolean;
  /** Thinking can be disabled. */
  quiet: boolean;
  xhighEffort: boolean;
  /** Accepts temperature, top_p and top_k. */
  sampling: boolean;
  /** Accepts a forced tool choice. */
  forcedTools: boolean;
  /** Accepts a JSON schema for its output. */
  schemas: boolean;
}

const ELDER: ClaudeTraits = {
  maxTokens: 4096,
  adaptive: false,
  quiet: true,
  xhighEffort: false,
  sampling: true,
  forcedTools: true,
  schemas: false,
};
const LONGEST_ANSWER = 32_000;
const BUDGETS = { minimal: 1024, low: 1024, medium: 4096, high: 16_384, xhigh: 24_576, max: 24_576 };
const EFFORTS = { minimal: "low", low: "low", medium: "medium", high: "high", xhigh: "xhigh", max: "max" };

export function claudeTraits(model: string): ClaudeTraits {
  const [, family, major, minor] = /claude-([a-z]+)-(\d)(?:-(\d{1,2})(?!\d))?/.exec(model) ?? [];
  if (!family) return /claude-3-[57]/.test(model) ? { ...ELDER, maxTokens: 8192 } : ELDER;
  const version = Number(major) + Number(minor ?? 0) / 10;
  const always = version > 5 && family !== "haiku" || family === "fable" || family === "mythos";
  return {
    maxTokens: LONGEST_ANSWER,
    adaptive: version >= 4.6,
    quiet: !always,
    xhighEffort: version >= 4.7,
    sampling: version < 4.7,
    forcedTools: !(always && version > 5),
    schemas: version >= 4.5 || model.includes("opus-4-1"),
  };
}

/** The `thinking` field, and the effort if set. */
export function thinkingOf(
  { raw, reasoningEffort: effort }: ChatRequest,
  traits: ClaudeTraits,
): { thinking?: JsonObject; effort?: string } {
  if (typeof raw.thinking === "object" && raw.thinking !== null) return { thinking: { ...raw.thinking } };
  if (!effort) return {};
  if (!traits.adaptive) {
    return effort === "none" ? {} : { thinking: { type: "enabled", budget_tokens: BUDGETS[effort] } };
  }
  if (effort === "none") return traits.quiet ? { thinking: { type: "disabled" } } : { effort: "low" };
  return {
    thinking: { type: "adaptive", display: "summarized" },
    effort: effort === "xhigh" && !traits.xhighEffort ? "high" : EFFORTS[effort],
  };
}

/** Whether thinking is on, which excludes temperature and forced tools. */
export function thinks({ thinking }: { thinking?: JsonObject }): boolean {
  return thinking !== undefined && thinking.type !== "disabled";
}
