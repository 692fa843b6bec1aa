/// <reference lib="deno.worker" />
/** Checks long texts in a separate thread. */
import { limited, TimeLimitExceeded } from "lib/workers/time_limit.ts";
import type { DetectOptions } from "../pii/detect.ts";
import type { PiiSettings } from "./pii_handling.ts";
import type { MatchedPolicy } from "./policy.ts";
import { compilePolicies, type PolicySet } from "./policy_set.ts";
import { type Scan, type ScannedText, scanText, type Wanted } from "./scan.ts";

/** Texts to check, with the policies if they have changed. */
export interface ScanRequest {
  id: number;
  rules?: undefined | {
    policies: readonly MatchedPolicy[];
    shadow: readonly MatchedPolicy[];
    pii: PiiSettings;
  };
  texts: readonly ScannedText[];
  wanted: Wanted;
  /** Searches in place of those of the rules. */
  detecting?: DetectOptions;
  /** The check stops by itself after this time. */
  limitMs: number;
}

export interface ScanAnswer {
  id: number;
  scans?: Scan[];
  error?: string;
  /** The check took longer than its limit, and the thread must not be asked again. */
  isLate?: boolean;
}

let set: PolicySet = compilePolicies([]);
let pii: PiiSettings = {};

self.onmessage = ({ data }: MessageEvent<ScanRequest>) => {
  const { id, limitMs } = data;
  try {
    self.postMessage({ id, scans: limited(() => scansFor(data), limitMs) });
  } catch (error) {
    const message = error instanceof Error ? error.message : "unknown";
    self.postMessage({ id, error: message, isLate: error instanceof TimeLimitExceeded });
  }
};

function scansFor({ rules, texts, wanted, detecting }: ScanRequest): Scan[] {
  if (rules) {
    set = compilePolicies(rules.policies, rules.shadow);
    pii = rules.pii;
  }
  return texts.map((text) => scanText(set, detecting ?? pii, text, wanted));
}
