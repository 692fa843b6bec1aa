import { z } from "zod";
import { RE2JS, RE2JSException } from "re2js";
import { foldText } from "../matching/characters.ts";
import { MOST_STATES, MOST_STATES_IN_ALL, PROBE_CHARACTERS, statesOf } from "./pattern_cost.ts";
import { DIRECTIONS, HANDLINGS, PII_DIRECTIONS, type PiiDirection } from "./pii_handling.ts";
import { AnyType } from "../pii/entity.ts";
import { TEXT_ORIGINS, THRESHOLD } from "../injection/sign.ts";
import type { RuleType } from "./policy.ts";

const MOST_KEYWORDS = 5_000;
const LONGEST_KEYWORD = 200;
const MOST_PATTERNS = 50;
const LONGEST_PATTERN = 1_000;
/** Instructions of a compiled pattern; a thousand of them cost some 75 ms per 100,000 characters at worst. */
const LARGEST_PROGRAM = 1_000;

const keyword = z.string().max(LONGEST_KEYWORD).refine((word) => foldText(word).trim() !== "", {
  message: "A keyword must contain at least one letter, digit or sign",
});
const KeywordConfig = z.object({
  keywords: z.array(keyword).min(1).max(MOST_KEYWORDS),
  match: z.enum(["word", "substring"]).default("word"),
});
const RegexConfig = z.object({
  patterns: z.array(z.string().min(1).max(LONGEST_PATTERN)).min(1).max(MOST_PATTERNS),
  case_sensitive: z.boolean().default(false),
});
const ON_ERROR = ["allow", "block", "warn"] as const;
const ModelConfig = z.object({
  rubric: z.string().min(1).max(20_000),
  model: z.string().min(1).max(200).optional(),
  on_error: z.enum(ON_ERROR).optional(),
});

const PiiConfig = z.object({
  types: z.array(AnyType).min(1).max(100),
  handling: z.enum(HANDLINGS).default("keep"),
  /** Handling of single types, overriding the default. */
  handlings: z.record(AnyType, z.enum(HANDLINGS).optional()).default({}),
  directions: z.array(z.enum(PII_DIRECTIONS)).min(1).optional(),
  /** Values to ignore, such as the organisation's own. */
  allow: z.array(z.string().min(1).max(500)).max(500).default([]),
}).superRefine(({ types, handling, handlings, directions }, context) => {
  for (const type of Object.keys(handlings)) {
    if (types.some((listed) => listed === type)) continue;
    context.addIssue({ code: "custom", path: ["handlings", type], message: "is not among the types" });
  }
  const restores = [handling, ...Object.values(handlings)].includes("restore");
  if (restores && directions?.includes("output")) {
    const message =
      "restore is for what goes to a model; the values are put back into its answer by themselves";
    context.addIssue({ code: "custom", path: ["directions"], message });
  }
}).transform(({ directions, ...rest }) => {
  const restores = [rest.handling, ...Object.values(rest.handlings)].includes("restore");
  const usual: PiiDirection[] = restores ? ["input", "tool"] : [...DIRECTIONS];
  return { ...rest, directions: directions ?? usual };
});

const InjectionConfig = z.object({
  threshold: z.number().min(0.05).max(1).default(THRESHOLD),
  directions: z.array(z.enum(TEXT_ORIGINS)).min(1).default([...TEXT_ORIGINS]),
  /** Below this score a model must confirm the attack. */
  confirm: z.object({
    below: z.number().min(0.05).max(1.01),
    model: z.string().min(1).max(200).optional(),
    on_error: z.enum(ON_ERROR).optional(),
  }).optional(),
}).refine(({ threshold, confirm }) => confirm === undefined || confirm.below > threshold, {
  path: ["confirm", "below"],
  message: "must be above the threshold: a model is asked about scores between the two",
});

export type Rule =
  | { type: "keyword"; keywords: string[]; match: "word" | "substring" }
  | { type: "regex"; patterns: { source: string; regex: RE2JS }[] }
  | ({ type: "pii" } & z.output<typeof PiiConfig>)
  | ({ type: "injection" } & z.output<typeof InjectionConfig>)
  | { type: "model-based"; rubric: string; model?: string; on_error?: "allow" | "block" | "warn" };

/** A fault of a rule_config: its place and reason. */
export interface RuleFault {
  path: (string | number)[];
  message: string;
}

/**
 * The patterns of a rule that are too costly, alone or with the `others` in force, each with its measure.
 * Checked when rules are saved.
 */
export function costFaults(rule: Rule, others: readonly Rule[] = []): RuleFault[] {
  if (rule.type !== "regex") return [];
  const faults = rule.patterns.flatMap(({ regex }, i) => {
    const states = statesOf(regex);
    if (states <= MOST_STATES) return [];
    const message = `The pattern is too costly: ${PROBE_CHARACTERS} characters take it through ${states} ` +
      `states or more, at most ${MOST_STATES}. Repetitions with a bound (x{1,200}) behind something that occurs ` +
      `often are the usual reason; x* costs less`;
    return [{ path: ["patterns", i], message }];
  });
  if (faults.length > 0) return faults;
  const states = [rule, ...others].flatMap((other) => other.type === "regex" ? other.patterns : [])
    .reduce((sum, { regex }) => sum + statesOf(regex), 0);
  if (states <= MOST_STATES_IN_ALL) return [];
  const message =
    `With the policies in force the patterns go through ${states} states, at most ${MOST_STATES_IN_ALL}`;
  return [{ path: ["patterns"], message }];
}

/** The rule in a rule_config, parsed and compiled, or everything that is wrong with it. */
export function parseRule(type: RuleType, config: string): { rule: Rule } | { faults: RuleFault[] } {
  let json: unknown;
  try {
    json = JSON.parse(config);
  } catch (error) {
    return {
      faults: [{
        path: [],
        message: `rule_config is not JSON: ${error instanceof Error ? error.message : ""}`,
      }],
    };
  }
  if (type === "keyword") return keywordRule(json);
  if (type === "pii") return piiRule(json);
  if (type === "injection") return injectionRule(json);
  return type === "regex" ? regexRule(json) : modelRule(json);
}

function faultsOf(error: z.ZodError): { faults: RuleFault[] } {
  return {
    faults: error.issues.map((issue) => ({
      path: issue.path.map((step) => typeof step === "symbol" ? String(step) : step),
      message: issue.message,
    })),
  };
}

function keywordRule(json: unknown): { rule: Rule } | { faults: RuleFault[] } {
  const parsed = KeywordConfig.safeParse(json);
  return parsed.success ? { rule: { type: "keyword", ...parsed.data } } : faultsOf(parsed.error);
}

function piiRule(json: unknown): { rule: Rule } | { faults: RuleFault[] } {
  const parsed = PiiConfig.safeParse(json);
  return parsed.success ? { rule: { type: "pii", ...parsed.data } } : faultsOf(parsed.error);
}

function injectionRule(json: unknown): { rule: Rule } | { faults: RuleFault[] } {
  const parsed = InjectionConfig.safeParse(json);
  return parsed.success ? { rule: { type: "injection", ...parsed.data } } : faultsOf(parsed.error);
}

function modelRule(json: unknown): { rule: Rule } | { faults: RuleFault[] } {
  const parsed = ModelConfig.safeParse(json);
  return parsed.success ? { rule: { type: "model-based", ...parsed.data } } : faultsOf(parsed.error);
}

function regexRule(json: unknown): { rule: Rule } | { faults: RuleFault[] } {
  const parsed = RegexConfig.safeParse(json);
  if (!parsed.success) return faultsOf(parsed.error);
  const faults: RuleFault[] = [];
  const patterns = parsed.data.patterns.flatMap((source, i) => {
    const compiled = compilePattern(source, parsed.data.case_sensitive ? "exact" : "folded");
    if (compiled instanceof RE2JS) return [{ source, regex: compiled }];
    faults.push({ path: ["patterns", i], message: compiled });
    return [];
  });
  return faults.length > 0 ? { faults } : { rule: { type: "regex", patterns } };
}

const BEYOND_ASCII = /[\u0080-\uffff]/;

/** In a pattern for other scripts than Latin, `\w` is a letter, mark or digit of any: to RE2 it is one of ASCII. */
function ofAllScripts(source: string): string {
  if (!BEYOND_ASCII.test(source)) return source;
  let isClass = false;
  return source.replace(/\\Q[^]*?(?:\\E|$)|\\[^]|\[:\^?\w+:\]|\[\^?\]?|\]/g, (sign) => {
    if (sign === "\\w") return isClass ? String.raw`\p{L}\p{M}\p{N}_` : String.raw`[\p{L}\p{M}\p{N}_]`;
    if (sign.startsWith("\\") || sign.startsWith("[:")) return sign;
    isClass = sign !== "]";
    return sign;
  });
}

function compilePattern(source: string, letters: "exact" | "folded"): RE2JS | string {
  try {
    const regex = RE2JS.compile(ofAllScripts(source), letters === "folded" ? RE2JS.CASE_INSENSITIVE : 0);
    if (regex.programSize() > LARGEST_PROGRAM) {
      return `The pattern is too large: ${regex.programSize()} instructions, at most ${LARGEST_PROGRAM}`;
    }
    return regex.test("") ? "The pattern matches an empty text" : regex;
  } catch (error) {
    if (error instanceof RE2JSException) return error.message;
    throw error;
  }
}
