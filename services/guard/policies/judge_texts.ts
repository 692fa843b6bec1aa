import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { isJson } from "./json_text.ts";
import { endpoint } from "lib/service/endpoint.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import { textOf } from "lib/text.ts";
import type { AuditLog } from "../audit/audit_log.ts";
import { callOf, detailsOf, outcomeOf } from "./evaluate.ts";
import { evaluationOf, type Evaluator, oncePerPolicy } from "./evaluation.ts";
import type { Entity } from "../pii/entity.ts";
import { pseudonymRestorer } from "../pii/pseudonyms.ts";
import { withRestored } from "../pii/restoring.ts";
import { MOST_PSEUDONYMS } from "./pii_rules.ts";
import type { Source } from "./injection_rules.ts";
import { ACTIONS, strongestAction } from "./score.ts";
import { Violation } from "./verdict.ts";

const JudgedText = z.object({
  channel: textOf({ max: 500 }).meta({
    description:
      "where the text stands in the call; texts of one channel continue each other. tool/… are the texts " +
      "of tools, and so are tool_calls, arguments and the like in an answer; instructions/… are those of who runs " +
      "the model; input is a request's texts in one",
    example: "0/content",
  }),
  text: textOf({ max: 500_000 }).meta({ description: "the text, or its part so far" }),
  released: z.int().min(0).default(0).meta({
    description: "number of UTF-16 code units already released",
    example: 0,
  }),
  open: z.boolean().default(false).meta({ description: "whether more of the text will follow" }),
});

const Replaced = z.object({
  marker: textOf({ min: 1, max: 100 }).meta({
    description: "pseudonym of the value",
    example: "[EMAIL_3f2a9c01be]",
  }),
  value: textOf({ max: 20_000 }).meta({ description: "the value", example: "ali@example.com" }),
}).meta({ id: "Pseudonym" });

const JudgeTextsInput = z.object({
  texts: z.array(JudgedText).min(1).max(20_000).meta({ description: "texts, each judged by itself" }),
  direction: z.enum(["input", "output"]).meta({ description: "to a model, or from it" }),
  last: z.boolean().default(true).meta({
    description:
      "whether these are the whole texts of the call; only then are they recorded, or when blocked",
  }),
  pseudonyms: z.array(Replaced).max(MOST_PSEUDONYMS).default([]).meta({
    description: "of an answer: the pseudonyms of its request, whose values are put back",
  }),
  user_id: textOf({ max: 500 }).nullish().meta({ description: "subject of the caller" }),
  model: textOf({ max: 500 }).nullish().meta({ description: "the model that receives or wrote it" }),
  product: textOf({ max: 500 }).nullish().meta({
    description: "the calling product; default: the calling service",
  }),
  key: textOf({ max: 500 }).nullish().meta({ description: "the virtual key of the call" }),
  team: textOf({ max: 500 }).nullish().meta({ description: "the team of that key" }),
}).meta({
  id: "JudgeTextsInput",
  example: {
    texts: [{ channel: "0/content", text: "A part of an answer", open: true }],
    direction: "output",
    last: false,
  },
});
type JudgeTextsInput = z.output<typeof JudgeTextsInput>;

const JudgeTextsResult = z.object({
  allowed: z.boolean().meta({ description: "false when the action is block" }),
  action: z.enum(ACTIONS).meta({ description: "the strongest action of the violations" }),
  violations: z.array(Violation),
  texts: z.array(z.object({
    release: z.int().meta({
      description: "number of code units that may be released; the rest may be the beginning of a match",
      example: 12,
    }),
    edits: z.array(z.object({
      start: z.int().meta({ description: "where it begins, in code units", example: 4 }),
      end: z.int().meta({ description: "where it ends", example: 9 }),
      text: z.string().meta({ description: "replacement" }),
    })).meta({
      description: "what to replace in the released text, in order",
    }),
  })).meta({ description: "the texts' results, in their order" }),
  pseudonyms: z.array(Replaced).meta({
    description:
      "of a request: what was replaced for the time of the call; send them with the texts of its answer",
  }),
  each: z.boolean().meta({
    description: "whether a policy on tools or prompt injection needs the texts one by one",
  }),
  step: z.int().meta({ description: "code units to collect before the next request", example: 128 }),
}).meta({ id: "JudgeTextsResult" });
type JudgeTextsResult = z.output<typeof JudgeTextsResult>;

/** Amount of new text per check: small for policies, larger for models, which cost time and money. */
const STEP = 128;
const MODEL_STEP = 1_000;

export function judgeTexts(
  { evaluator, audit }: { evaluator: Evaluator; audit: AuditLog },
): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "judgeTexts",
      method: "post",
      path: "/governance/texts",
      tags: ["governance"],
      summary: "Judge the texts of a model call, whole or while they arrive",
      description:
        "For those who pass model calls on. Of a text that is `open`, `release` says how much may leave before more is " +
        "known. A call is recorded once: with its last texts, or when it is blocked.",
      request: { body: jsonBody(JudgeTextsInput) },
      answers: { 200: json(JudgeTextsResult, "The verdict") },
    }),
    async (c) => {
      const input = c.req.valid("json");
      const { user, requestId } = c.var;
      const own = evaluator.for(callOf(input, user));
      const { result, entities, shadow } = await judged(own, input, c.req.raw.signal);
      if (input.last || !result.allowed) {
        const text = input.texts.map(({ text }) => text).join("\n");
        const evaluation = evaluationOf(text, result.violations, entities);
        audit.record({
          event_type: "evaluation",
          ...outcomeOf(evaluation),
          subject: user.sub,
          user_id: input.user_id ?? user.sub,
          model: input.model ?? null,
          request_id: requestId,
          content: { text, entities: evaluation.pii_detected },
          details: {
            ...detailsOf(evaluation, shadow),
            ...{ context: input.direction, service: user.service ?? null },
          },
        });
      }
      return c.json(result, 200);
    },
  );

  return app;
}

async function judged(
  evaluator: Evaluator,
  { texts, last, direction, pseudonyms }: JudgeTextsInput,
  signal: AbortSignal,
): Promise<{ result: JudgeTextsResult; entities: Entity[]; shadow: Violation[] }> {
  const scans = await evaluator.scan(
    texts.map((text) => ({
      ...text,
      ...{ direction, json: isJson(text), tool: isTool(text) },
      source: direction === "input" ? sourceOf(text) : undefined,
    })),
    { policies: true, pii: last },
  );
  const broken = scans.flatMap(({ violations, attacks }) => [...violations, ...attacks]);
  const isBlocked = broken.some(({ action }) => action === "block");
  const asks = evaluator.asksModels();
  const shown = texts.map(({ text }, i) => text.slice(0, scans[i]?.seen)).join("\n");
  // A blocked text need not be shown to a model.
  if (asks && !isBlocked) broken.push(...await evaluator.judge(shown, signal));
  const judgedInShadow = last ? await evaluator.judgeShadow(shown, signal) : [];
  const shadow = oncePerPolicy([...scans.flatMap((scan) => scan.shadow), ...judgedInShadow]);
  const violations = oncePerPolicy(broken);
  const action = strongestAction(violations.map((violation) => violation.action));
  const restorer = direction === "output" ? pseudonymRestorer(pseudonyms) : undefined;
  const results = texts.map((text, i) =>
    withRestored(
      restorer,
      { ...text, json: isJson(text) },
      scans[i] ?? { release: text.released, edits: [] },
    )
  ).map(({ release, edits }) => ({ release, edits }));
  const kept = new Map(
    scans.flatMap((scan) => scan.pseudonyms).map((pseudonym) => [pseudonym.marker, pseudonym]),
  );
  const step = asks ? MODEL_STEP : STEP;
  return {
    result: {
      allowed: action !== "block",
      action,
      violations,
      texts: results,
      step,
      ...{
        pseudonyms: [...kept.values()].slice(0, MOST_PSEUDONYMS),
        each: direction === "input" && scans.some(({ asksForTools }) => asksForTools),
      },
    },
    shadow,
    entities: joined(texts.map(({ text }) => text), scans.map(({ entities }) => entities)),
  };
}

/** The texts of tools: as their sender says, or by where answers of the known forms have them. */
const TOOLS = /^tool\/|(?:^|\/)(?:tool_calls|function_call|partial_json|arguments)(?:\/|$)/;
const isTool = ({ channel }: { channel: string }) => TOOLS.test(channel);

/** The texts of a request in one; those of its operator say so. */
function sourceOf({ channel }: { channel: string }): Source | undefined {
  if (channel === "input") return "joined";
  if (channel.startsWith("instructions/")) return undefined;
  return isTool({ channel }) ? "tool" : "input";
}

/** The entities of texts, where they stand in the texts joined by line breaks. */
function joined(texts: readonly string[], entities: readonly Entity[][]): Entity[] {
  let before = 0;
  return texts.flatMap((text, i) => {
    const shift = before;
    before += text.length + 1;
    return (entities[i] ?? []).map((entity) => ({
      ...entity,
      start: entity.start + shift,
      end: entity.end + shift,
    }));
  });
}
