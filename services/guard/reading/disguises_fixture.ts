/** Checks disguised texts against single policies, for tests. */
import { detectIn } from "../pii/detect_in.ts";
import { compilePolicies } from "../policies/policy_set.ts";
import { readingOf } from "./reading.ts";

/** The terms of a text that a policy reports. */
function termsOf(rule_type: "keyword" | "regex", config: object, text: string): string[] {
  const policy = { id: "1", name: "p", rule_type, action: "block" as const };
  return compilePolicies([{ ...policy, rule_config: JSON.stringify(config) }])
    .match(readingOf(text)).flatMap(({ matched_terms }) => matched_terms);
}

export const keywordTerms = (word: string, text: string) => termsOf("keyword", { keywords: [word] }, text);
export const hasKeyword = (word: string, text: string) => keywordTerms(word, text).length > 0;
export const patternTerms = (source: string, text: string) => termsOf("regex", { patterns: [source] }, text);
export const hasPattern = (source: string, text: string) => patternTerms(source, text).length > 0;

/** The types and values of the personal data in a text. */
export const dataIn = (text: string): string =>
  detectIn(readingOf(text), {}).map(({ type, value }) => `${type} ${value}`).join();
