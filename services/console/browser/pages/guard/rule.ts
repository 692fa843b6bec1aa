/** A policy's rule as lines that people write, and as the JSON that the guard keeps. */
import { fold } from "../../i18n/fold.ts";
import type { Policy } from "./guard.ts";

type Kind = Policy["rule_type"];

const FIELDS = { keyword: "keywords", regex: "patterns", "model-based": "rubric" } as const;

/** The lines of a rule; an unreadable rule is shown as it is. */
export function linesOf(kind: Kind, config: string): string {
  try {
    const value: unknown = JSON.parse(config)[FIELDS[kind]];
    return Array.isArray(value) ? value.join("\n") : String(value ?? "");
  } catch {
    return config;
  }
}

/** The rule of `lines`, with whatever else `before` says. */
export function configOf(kind: Kind, lines: string, before = "{}"): string {
  const list = lines.split("\n").map((line) => line.trim()).filter(Boolean);
  return JSON.stringify({
    ...otherSettings(kind, before),
    [FIELDS[kind]]: kind === "model-based" ? lines : list,
  });
}

/** Settings of the same kind of rule stay as they are; those of another kind are unknown to this one. */
function otherSettings(kind: Kind, before: string): Record<string, unknown> {
  try {
    const parsed: Record<string, unknown> = JSON.parse(before);
    return FIELDS[kind] in parsed ? parsed : {};
  } catch {
    return {};
  }
}

/** The parts of `sample` that the rule would find here; undefined where only a model can say. */
export function matches(kind: Kind, lines: string, sample: string): string[] | undefined {
  if (kind === "model-based") return undefined;
  const list = lines.split("\n").map((line) => line.trim()).filter(Boolean);
  if (kind === "keyword") return list.filter((word) => fold(sample).includes(fold(word)));
  return list.flatMap((pattern) => [...sample.matchAll(new RegExp(pattern, "giu"))].map(([found]) => found));
}
