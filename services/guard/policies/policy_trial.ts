import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { invalid, notFound } from "lib/errors.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import { textOf } from "lib/text.ts";
import { TEXT_ORIGINS } from "../injection/sign.ts";
import type { AuditStore } from "../audit/audit_store.ts";
import type { PiiSettings } from "./pii_handling.ts";
import { DIRECTIONS } from "./pii_handling.ts";
import type { PolicyDeps } from "./policies.ts";
import { type MatchedPolicy, PolicyInput } from "./policy.ts";
import { checkRule } from "./policy_change.ts";
import type { Scan } from "./scan.ts";
import type { ScanPool } from "./scan_pool.ts";
import { ACTIONS, strongestAction } from "./score.ts";

const Rule = z.object(PolicyInput.shape).pick({ rule_type: true, rule_config: true, action: true });

const TrialInput = z.object({
  policy: Rule.optional().meta({ description: "a policy, which need not be saved" }),
  policy_id: z.string().max(100).optional().meta({ description: "or the id of a saved one, active or not" }),
  samples: z.array(textOf({ min: 1, max: 20_000 })).min(1).max(500).optional().meta({
    description: "texts to try it on",
    example: ["the budget is confidential", "good morning"],
  }),
  last: z.int().min(1).max(500).optional().meta({
    description:
      "or this number of recent texts of the audit trail: their redacted beginnings, kept with AUDIT_SNIPPETS",
  }),
  place: z.enum(TEXT_ORIGINS).default("input").meta({
    description: "where they come from, for policies on prompt injection",
  }),
  direction: z.enum(DIRECTIONS).default("input").meta({ description: "to a model, or from it" }),
}).refine(({ policy, policy_id }) => (policy === undefined) !== (policy_id === undefined), {
  path: ["policy"],
  message: "either policy or policy_id",
}).refine(({ samples, last }) => (samples === undefined) !== (last === undefined), {
  path: ["samples"],
  message: "either samples or last",
}).meta({
  id: "PolicyTrial",
  example: {
    policy: { rule_type: "keyword", rule_config: '{"keywords": ["confidential"]}', action: "block" },
    samples: ["the budget is confidential", "good morning"],
  },
});

const TrialResult = z.object({
  checked: z.int().meta({ description: "texts that it was tried on", example: 500 }),
  matched: z.int().meta({ description: "of these, texts that violate it", example: 12 }),
  new: z.int().meta({
    description: "of these, texts that the active policies treat with a milder action",
    example: 9,
  }),
  action: z.enum(ACTIONS).meta({ description: "what would have happened to them" }),
  summary: z.string().meta({ description: "a sentence", example: "would have blocked 12 of 500" }),
  without_text: z.int().meta({ description: "skipped events of the trail that have no stored text" }),
  hits: z.array(z.object({
    index: z.int().meta({ description: "index of the sample, from 0; in the trail from the newest" }),
    event_id: z.string().nullable().meta({ description: "id of the event in the trail" }),
    matched_terms: z.array(z.string()),
    in_force: z.enum(ACTIONS).meta({ description: "the action of the policies in force" }),
  })).meta({ description: "the first 100" }),
}).meta({ id: "PolicyTrialResult" });
type TrialResult = z.output<typeof TrialResult>;

const MOST_HITS = 100;
/** Most events to search for texts. */
const MOST_EVENTS = 5_000;
const WORDS = { block: "blocked", warn: "warned of", log: "logged", pass: "passed" };

/** Tries a policy without putting it in force. */
export function policyTrial(
  { store, cache, audit, trail, pool, pii }: PolicyDeps & {
    trail: Pick<AuditStore, "list">;
    pool: ScanPool;
    pii: PiiSettings;
  },
): OpenAPIHono<AppEnv> {
  const app = feature();

  async function policyOf({ policy, policy_id }: z.output<typeof TrialInput>): Promise<MatchedPolicy> {
    const rule = policy ?? await store.find(policy_id ?? "");
    if (!rule) throw notFound("Policy");
    if (rule.rule_type === "model-based") {
      throw invalid(
        ["body", "policy", "rule_type"],
        "a model-based policy is tried in shadow mode: each text is a call",
      );
    }
    // Its cost alone; the cost with the others is checked when it is saved.
    checkRule(rule, [], ["body", "policy"]);
    const { rule_type, rule_config, action } = rule;
    return { id: TRIED, name: "tried", rule_type, rule_config, action };
  }
  async function textsOf({ samples, last = 0 }: z.output<typeof TrialInput>): Promise<Texts> {
    if (samples) return { texts: samples.map((text) => ({ id: null, text })), passed: 0 };
    await audit.flush();
    const events = await trail.list({ limit: MOST_EVENTS, skip: 0 });
    const kept = events.flatMap(({ id, content_snippet: text }) =>
      text === null || text === "" ? [] : [{ id, text }]
    );
    const texts = kept.slice(0, last);
    const reached = texts.length < last
      ? events.length
      : events.findIndex(({ id }) => id === texts.at(-1)?.id) + 1;
    const without = events.slice(0, reached).filter(({ content_hash, content_snippet }) =>
      content_hash !== null && (content_snippet ?? "") === ""
    );
    return { texts, passed: without.length };
  }

  app.openapi(
    endpoint({
      id: "tryPolicy",
      method: "post",
      path: "/policies/try",
      tags: ["policies"],
      summary: "Try a policy on given texts, or on the latest ones in the trail",
      roles: ["admin", "manager"],
      heavy: true,
      request: { body: jsonBody(TrialInput) },
      answers: { 200: json(TrialResult, "The effects it would have had") },
      fails: { 404: "No such policy" },
    }),
    async (c) => {
      const input = c.req.valid("json");
      const tried = await policyOf(input);
      const { texts, passed } = await textsOf(input);
      const inForce = cache.all().filter(({ id, mode }) => mode === "enforce" && id !== input.policy_id);
      // Both in one pass, with the tried policy as the only shadow policy.
      const set = { policies: inForce, shadow: { policies: [tried] } };
      const asked = texts.map(({ text }) => ({ text, direction: input.direction, source: sourceOf(input) }));
      const scans = await pool.scan({ set, pii: { ...pii, custom: cache.custom() } }, {
        texts: asked,
        wanted: { policies: true, pii: false },
      });
      return c.json(resultOf(tried, texts, { scans, passed }), 200);
    },
  );

  return app;
}

/** No policy has such an id. */
const TRIED = "tried";

const sourceOf = ({ direction, place }: z.output<typeof TrialInput>) =>
  direction === "input" ? place : undefined;

interface Texts {
  texts: { id: string | null; text: string }[];
  /** Number of events without a text. */
  passed: number;
}

function resultOf(
  { action }: MatchedPolicy,
  texts: Texts["texts"],
  { scans, passed }: { scans: readonly Scan[]; passed: number },
): TrialResult {
  const hits = scans.flatMap(({ shadow, violations, attacks, unsure }, index) => {
    const [first] = shadow;
    if (!first) return [];
    const terms = new Set(shadow.flatMap(({ matched_terms }) => matched_terms));
    return [{
      index,
      event_id: texts[index]?.id ?? null,
      matched_terms: [...terms],
      in_force: strongestAction([...violations, ...attacks, ...unsure].map((violation) => violation.action)),
    }];
  });
  const isNew = hits.filter(({ in_force }) => strongestAction([in_force, action]) !== in_force);
  return {
    checked: texts.length,
    matched: hits.length,
    new: isNew.length,
    action,
    summary: `would have ${WORDS[action]} ${hits.length} of ${texts.length}`,
    without_text: passed,
    hits: hits.slice(0, MOST_HITS),
  };
}
