import { z } from "@hono/zod-openapi";
import { isJson } from "../policies/json_text.ts";
import { type Evaluator, oncePerPolicy } from "../policies/evaluation.ts";
import type { TextOrigin } from "../injection/sign.ts";
import type { Entity } from "../pii/entity.ts";
import { redact, type Restorer, vault } from "../pii/redact.ts";
import { pseudonymRestorer } from "../pii/pseudonyms.ts";
import type { Scan } from "../policies/scan.ts";
import type { Edit } from "lib/streams/held_channel.ts";
import type { Violation } from "../policies/verdict.ts";
import { givenNames, joinedParts, mapTexts, textsOf } from "lib/streams/message_texts.ts";
import { requireChecked, type Safety, type SafetyCheck } from "../safety/safety_model.ts";
import { type Action, ACTIONS, strongestAction } from "../policies/score.ts";

export const PII_MODES = ["detect", "redact", "restore"] as const;
export type PiiMode = typeof PII_MODES[number];

const Fields = z.record(z.string(), z.unknown());

/** The findings of one exchange, as shown in the answer. */
export const SafetyObject = z.object({
  input_safe: z.boolean(),
  input_categories: z.array(z.string()),
  output_safe: z.boolean(),
  output_categories: z.array(z.string()),
  pii_detected: z.int().meta({ description: "entities of personal data in the input" }),
  blocked: z.boolean(),
  action: z.enum(ACTIONS),
  policies: z.array(z.string()).meta({ description: "names of the violated policies, input and output" }),
  checked: z.boolean().meta({ description: "false when no safety model is set" }),
}).meta({ id: "ProxySafety" });
export type SafetyObject = z.output<typeof SafetyObject>;

/** The findings in an input or an output. */
export interface Findings {
  violations: Violation[];
  /** Violations of shadow policies. */
  shadow: Violation[];
  safety: SafetyCheck | undefined;
  action: Action;
  blocked: boolean;
}

export const NOTHING: Findings = {
  violations: [],
  shadow: [],
  safety: undefined,
  action: "pass",
  blocked: false,
};

export function findingsOf(violations: readonly Violation[], safety: SafetyCheck | undefined): Findings {
  const action = strongestAction(violations.map((violation) => violation.action));
  const unsafe = safety !== undefined && !safety.safe;
  return {
    violations: [...violations],
    shadow: [],
    safety,
    action: unsafe ? "block" : action,
    blocked: unsafe || action === "block",
  };
}

export interface Checks {
  /** Checks everything in a request that a model reads or that is forwarded with it. */
  input(request: Record<string, unknown>, mode: PiiMode, signal: AbortSignal): Promise<InputCheck>;
  /** Checks the texts of an answer to `question`, each by itself. */
  output(
    texts: readonly OutputText[],
    question: string,
    signal: AbortSignal,
  ): Promise<Findings & { edits: Edit[][] }>;
  /** The same for a part of an arriving answer, whose policies were matched before. */
  part(
    seen: string,
    looked: { question: string; violations: readonly Violation[] },
    signal: AbortSignal,
  ): Promise<Findings>;
}

/** A text of an answer; a tool call's arguments are JSON. */
export interface OutputText {
  text: string;
  json: boolean;
  tool: boolean;
}

export interface InputCheck extends Findings {
  /** All texts of the input. */
  text: string;
  /** The input as models may see it: without personal data that may not be forwarded. */
  shown: string;
  entities: Entity[];
  /** The request as it may be forwarded. */
  request: Record<string, unknown>;
  /** Restores the values behind the request's markers. */
  restorer: Restorer | undefined;
}

export function proxyChecks({ evaluator, safety }: { evaluator: Evaluator; safety: Safety }): Checks {
  async function look(
    matched: readonly Violation[],
    scan: { type: "input" | "output"; shown: string; question?: string },
    signal: AbortSignal,
  ): Promise<Findings> {
    // A blocked text need not be shown to a model.
    if (matched.some(({ action }) => action === "block")) return findingsOf(matched, undefined);
    const [judged, verdict] = await Promise.all([
      evaluator.asksModels() ? evaluator.judge(scan.shown, signal) : [],
      safety.configured
        ? safety.check(scan.shown, { scanType: scan.type, question: scan.question, signal })
        : undefined,
    ]);
    if (verdict) requireChecked(verdict);
    return findingsOf([...matched, ...judged], verdict);
  }
  return {
    async input(request, mode, signal) {
      const parts = partsOf(request);
      const texts = parts.map(({ text }) => text);
      const text = [...texts, ...givenNames(request), ...joinedParts(request)].join("\n");
      const [whole] = await evaluator.scan([{ text, direction: "input" }], { policies: true, pii: false });
      const scans = await evaluator.scan(parts.map((part) => ({ ...part, direction: "input" as const })));
      const entities = scans.flatMap((scan) => scan.entities);
      const hidden = mode === "restore" ? vault(texts) : undefined;
      const hide = (given: string, { entities: list, edits }: Pick<Scan, "entities" | "edits">) => {
        if (mode === "detect") return withEdits(given, edits);
        return hidden ? hidden.hide(given, list) : redact(given, list);
      };
      const isChanged = mode !== "detect" || scans.some((scan) => scan.edits.length > 0);
      let next = 0;
      const forwarded = isChanged
        ? Fields.parse(mapTexts(request, (text) => hide(text, scans[next++] ?? { entities: [], edits: [] })))
        : request;
      const shown = isChanged ? textsOf(forwarded).join("\n") : text;
      const violations = violationsOf(whole, scans, parts);
      const findings = await look(violations, { type: "input", shown }, signal);
      const inShadow = [whole, ...scans].flatMap((scan) => scan?.shadow ?? []);
      const shadow = oncePerPolicy([...inShadow, ...await evaluator.judgeShadow(shown, signal)]);
      const pseudonyms = mode === "detect" ? scans.flatMap((scan) => scan.pseudonyms) : [];
      const restorer = hidden ?? pseudonymRestorer(pseudonyms);
      return { ...findings, shadow, text, shown, entities, request: forwarded, restorer };
    },
    async output(texts, question, signal) {
      const asked = texts.map((text) => ({ ...text, direction: "output" as const }));
      const scans = await evaluator.scan(asked, { policies: true, pii: false });
      const violations = oncePerPolicy(scans.flatMap((scan) => scan.violations));
      const shown = texts.map(({ text }) => text).join("\n");
      const findings = await look(violations, { type: "output", shown, question }, signal);
      const shadow = oncePerPolicy([
        ...scans.flatMap((scan) => scan.shadow),
        ...await evaluator.judgeShadow(shown, signal),
      ]);
      return { ...findings, shadow, edits: scans.map((scan) => scan.edits) };
    },
    part: (seen, { question, violations }, signal) =>
      look(violations, { type: "output", shown: seen, question }, signal),
  };
}

/** Findings in the request as a whole, in tools' texts, and attacks in any of its texts. */
function violationsOf(
  whole: Scan | undefined,
  scans: readonly Scan[],
  parts: readonly InputText[],
): Violation[] {
  const ofParts = scans.flatMap((scan, i) => [...parts[i]?.tool ? scan.violations : [], ...scan.attacks]);
  return oncePerPolicy([...whole?.violations ?? [], ...ofParts]);
}

interface InputText extends OutputText {
  source: TextOrigin | undefined;
}

/** The texts of a request, in the order of `mapTexts`. */
function partsOf(request: Record<string, unknown>): InputText[] {
  const parts: InputText[] = [];
  mapTexts(request, (text, _path, { isTool, isInstruction } = {}) => {
    const source = isInstruction ? undefined : isTool ? "tool" : "input";
    parts.push({ text, json: isJson({ text }), tool: isTool === true, source });
    return text;
  });
  return parts;
}

/** The text with pieces of it replaced. */
export function withEdits(text: string, edits: readonly Edit[]): string {
  let changed = "";
  let at = 0;
  for (const edit of edits) {
    changed += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return changed + text.slice(at);
}

export function safetyObject(input: InputCheck, output: Findings, safety: Safety): SafetyObject {
  const policies = [...input.violations, ...output.violations].map(({ name }) => name);
  return {
    input_safe: !input.blocked,
    input_categories: categoriesOf(input),
    output_safe: !output.blocked,
    output_categories: categoriesOf(output),
    pii_detected: input.entities.length,
    blocked: input.blocked || output.blocked,
    action: strongestAction([input.action, output.action]),
    policies: [...new Set(policies)],
    checked: safety.configured,
  };
}

function categoriesOf({ violations, safety }: Findings): string[] {
  const policy = violations.some(({ action }) => action === "block") ? ["policy_violation"] : [];
  return [...safety?.categories ?? [], ...policy];
}
