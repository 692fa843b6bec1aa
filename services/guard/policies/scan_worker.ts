/// <reference lib="deno.worker" />
/** Checks long texts in a separate thread. */
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
}

export interface ScanAnswer {
  id: number;
  scans?: Scan[];
  error?: string;
}

let set: PolicySet = compilePolicies([]);
let pii: PiiSettings = {};

self.onmessage = ({ data }: MessageEvent<ScanRequest>) => {
  const { id, rules, texts, wanted, detecting } = data;
  try {
    if (rules) {
      set = compilePolicies(rules.policies, rules.shadow);
      pii = rules.pii;
    }
    self.postMessage({ id, scans: texts.map((text) => scanText(set, detecting ?? pii, text, wanted)) });
  } catch (error) {
    self.postMessage({ id, error: error instanceof Error ? error.message : "unknown" });
  }
};
