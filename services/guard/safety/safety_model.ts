import { z } from "@hono/zod-openapi";
import { badGateway } from "lib/errors.ts";
import type { Logger } from "lib/telemetry/log.ts";
import type { Gateway } from "../gateway_client.ts";
import { parseVerdict } from "./safety_verdict.ts";

export const SafetyResult = z.object({
  safe: z.boolean(),
  categories: z.array(z.string()),
  confidence: z.number().meta({ description: "1.0 safe, 0.9 unsafe, 0.0 when no model gave a verdict" }),
  raw_response: z.string(),
}).meta({ id: "SafetyResult" });

export interface SafetyCheck extends z.output<typeof SafetyResult> {
  /** Whether a model gave this verdict. */
  checked: boolean;
}

/** Classifies texts with the configured model. */
export interface Safety {
  configured: boolean;
  check(text: string, options: CheckOptions): Promise<SafetyCheck>;
}

export interface CheckOptions {
  scanType: "input" | "output";
  /** The question that an output answers. */
  question?: string;
  signal?: AbortSignal;
}

const SKIPPED: SafetyCheck = {
  safe: true,
  categories: [],
  confidence: 0,
  raw_response: "skipped: SAFETY_MODEL is not set",
  checked: false,
};

export function safetyModel(
  { gateway, model, onError, timeoutMs, log }: {
    gateway: Gateway;
    model?: string;
    onError: "block" | "allow";
    timeoutMs: number;
    log: Logger;
  },
): Safety {
  const failed = (raw_response: string): SafetyCheck => ({
    safe: onError === "allow",
    categories: onError === "allow" ? [] : ["check_failed"],
    confidence: 0,
    raw_response,
    checked: false,
  });
  return {
    configured: model !== undefined,
    async check(text, { scanType, question, signal }) {
      if (model === undefined) return SKIPPED;
      if (text.trim() === "") return { ...SKIPPED, raw_response: "skipped: the text is empty" };
      let raw: string;
      try {
        raw = await gateway.ask(
          {
            model,
            messages: conversation(text, scanType, question),
            temperature: 0,
            max_tokens: 256,
            stream: false,
          },
          { signal, timeoutMs },
        );
      } catch (error) {
        signal?.throwIfAborted();
        log.warn("the safety model did not answer", { error });
        return failed(`failed: ${error instanceof Error ? error.message : "no answer"}`);
      }
      const verdict = parseVerdict(raw);
      if (!verdict) return failed(raw.slice(0, 2_000));
      return {
        ...verdict,
        confidence: verdict.safe ? 1 : 0.9,
        raw_response: raw.slice(0, 2_000),
        checked: true,
      };
    },
  };
}

/** Llama Guard judges the last turn: the user's for an input, the assistant's for an output. */
function conversation(text: string, scanType: "input" | "output", question = "") {
  if (scanType === "input") return [{ role: "user", content: text }];
  return [{ role: "user", content: question || "Please answer." }, { role: "assistant", content: text }];
}

/** @throws 502 when a text could not be checked and unchecked text must not pass. */
export function requireChecked({ safe, checked }: SafetyCheck): void {
  if (!safe && !checked) throw badGateway("The safety model did not answer, and nothing passes unchecked");
}
