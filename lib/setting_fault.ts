/** The faults of settings in plain words, where zod speaks of types. */
import type { z } from "zod";

/** The fault of a setting in plain words; those that a schema words itself stay as they are. */
export function settingFault(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.message.endsWith("received undefined")) return "is missing";
      return KINDS[issue.expected] ? `must be ${KINDS[issue.expected]}` : issue.message;
    case "invalid_value":
      return `must be ${choicesOf(issue.values.map(String))}`;
    case "too_small":
      return `must ${issue.origin === "string" ? "have" : "be"} ${leastOf(issue)}`;
    case "too_big":
      return `must ${issue.origin === "string" ? "have" : "be"} ${mostOf(issue)}`;
    case "invalid_format":
      return issue.format === "url" && issue.message === "Invalid URL"
        ? "must be an address with its scheme, like https://example.com"
        : issue.message;
    default:
      return issue.message;
  }
}

/** Zod's names of types in plain words. */
const KINDS: Record<string, string> = {
  int: "a whole number",
  number: "a number",
  string: "text",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

function leastOf({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): string {
  if (origin === "string") return `at least ${minimum} characters`;
  return inclusive ? `${minimum} or more` : `more than ${minimum}`;
}

function mostOf({ origin, maximum, inclusive }: z.core.$ZodIssueTooBig): string {
  if (origin === "string") return `at most ${maximum} characters`;
  return inclusive ? `${maximum} or less` : `less than ${maximum}`;
}

/** A flag may be written in twelve ways; two are enough to know. */
function choicesOf(values: string[]): string {
  const shown = values.includes("true") ? ["true", "false"] : values;
  return new Intl.ListFormat("en-GB", { type: "disjunction" }).format(shown);
}
