/// <reference lib="deno.worker" />
/** Checks long texts in a separate thread. */
import { limited, TimeLimitExceeded } from "lib/workers/time_limit.ts";
import { detectInjection, type Injection } from "../injection/detect_injection.ts";
import type { TextOrigin } from "../injection/sign.ts";
import type { DetectOptions } from "../pii/detect.ts";
import type { PiiSettings } from "./pii_handling.ts";
import type { MatchedPolicy } from "./policy.ts";
import { compilePolicies, type PolicySet } from "./policy_set.ts";
import { type Scan, type ScannedText, scanText, type WantedChecks } from "./scan.ts";

/** Texts to check, with the policies if they have changed. */
export interface ScanRequest {
  id: number;
  rules?: undefined | {
    policies: readonly MatchedPolicy[];
    shadow: readonly MatchedPolicy[];
    pii: PiiSettings;
  };
  texts: readonly ScannedText[];
  wanted: WantedChecks;
  /** Searches in place of those of the rules. */
  detecting?: DetectOptions;
  /** Looks for prompt injection instead, in a text from there. */
  place?: TextOrigin;
  /** The check stops by itself after this time. */
  limitMs: number;
}

export interface ScanAnswer {
  id: number;
  scans?: Scan[];
  injection?: Injection;
  error?: string;
  /** The check took longer than its limit, and the thread must not be asked again. */
  isLate?: boolean;
}

let set: PolicySet = compilePolicies([]);
let pii: PiiSettings = {};

self.onmessage = ({ data }: MessageEvent<ScanRequest>) => {
  const { id, limitMs } = data;
  try {
    self.postMessage({ id, ...limited(() => foundIn(data), limitMs) });
  } catch (error) {
    const message = error instanceof Error ? error.message : "unknown";
    self.postMessage({ id, error: message, isLate: error instanceof TimeLimitExceeded });
  }
};

function foundIn({ rules, texts, wanted, detecting, place }: ScanRequest): Omit<ScanAnswer, "id"> {
  if (place) return { injection: detectInjection(texts[0]?.text ?? "", place) };
  if (rules) {
    set = compilePolicies(rules.policies, rules.shadow);
    pii = rules.pii;
  }
  return { scans: texts.map((text) => scanText(set, detecting ?? pii, text, wanted)) };
}
