import { z } from "@hono/zod-openapi";
import { OffsetQuery, QueryFlag } from "lib/service/pagination.ts";
import { textOf } from "lib/text.ts";
import { EVERYBODY, PolicyException, PolicyScope } from "./policy_scope.ts";
import { ACTIONS } from "./score.ts";

export const RULE_TYPES = ["keyword", "regex", "pii", "injection", "model-based"] as const;
export type RuleType = typeof RULE_TYPES[number];

export const PolicyInput = z.object({
  name: textOf({ min: 1, max: 500 }).meta({
    description: "unique among the policies",
    example: "Confidential",
  }),
  description: textOf({ max: 5_000 }).default("").meta({ description: "purpose of the policy" }),
  rule_type: z.enum(RULE_TYPES).meta({ description: "how the rule looks for a violation" }),
  rule_config: textOf({ min: 1, max: 50_000 }).meta({
    description:
      'JSON: keyword {"keywords": [], "match": "word"|"substring"}, regex {"patterns": [], "case_sensitive": false}, ' +
      'pii {"types": ["EMIRATES_ID"], "handling": "keep"|"mask"|"hash"|"replace"|"restore", ' +
      '"handlings": {"EMAIL": "hash"}, "directions": ["input", "output", "tool"], "allow": []}, ' +
      'injection {"threshold": 0.5, "directions": ["input", "tool", "document"], "confirm": {"below": 0.65, "model": ""}}, ' +
      'model-based {"rubric": "", "model": "", "on_error": "allow"|"block"|"warn"}',
    example: '{"keywords": ["confidential", "سري للغاية"]}',
  }),
  action: z.enum(ACTIONS).exclude(["pass"]).meta({
    description: "what a violation leads to",
    example: "block",
  }),
  is_active: z.boolean().default(true).meta({ description: "an inactive policy is kept and judges nothing" }),
  mode: z.enum(["enforce", "shadow"]).default("enforce").meta({
    description: "shadow: its result is recorded and counted without any effect",
  }),
  priority: z.int().min(0).max(1_000_000).default(100).meta({
    description:
      "position in the order, lowest first; the first of two policies on the same personal data decides",
  }),
  scope: PolicyScope.default(EVERYBODY).meta({
    description: "calls that it applies to; empty: all",
  }),
  exceptions: z.array(PolicyException).max(50).default([]).meta({
    description: "calls that it does not apply to, each described as a scope",
  }),
}).meta({
  id: "PolicyInput",
  example: {
    name: "Confidential matters",
    description: "Nothing marked confidential leaves the organisation",
    rule_type: "keyword",
    rule_config: '{"keywords": ["confidential", "سري للغاية"]}',
    action: "block",
  },
});

export type PolicyInput = z.output<typeof PolicyInput>;

export const PolicyPatch = z.object({
  ...PolicyInput.shape,
  // Without the defaults, so that an omitted field stays unchanged.
  description: PolicyInput.shape.description.removeDefault(),
  is_active: PolicyInput.shape.is_active.removeDefault(),
  mode: PolicyInput.shape.mode.removeDefault(),
  priority: PolicyInput.shape.priority.removeDefault(),
  scope: PolicyInput.shape.scope.removeDefault(),
  exceptions: PolicyInput.shape.exceptions.removeDefault(),
}).partial().meta({ id: "PolicyPatch", example: { action: "warn", is_active: true } });

export const Policy = z.object({
  id: z.string(),
  ...PolicyInput.shape,
  version: z.int().meta({ description: "1 plus the number of changes", example: 1 }),
  created_by: z.string().meta({ description: "subject of its author's token" }),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
}).meta({ id: "Policy" });
export type Policy = z.output<typeof Policy>;

/** A policy as the matcher needs it. */
export type MatchedPolicy =
  & Pick<Policy, "id" | "name" | "rule_type" | "rule_config" | "action">
  & Partial<Pick<Policy, "priority">>;

export const PolicyId = z.object({
  policy_id: z.string().meta({
    description: "the policy's id",
    example: "01980a6e-7c1f-7b7a-9d0e-2f6a1c3b5d7e",
  }),
});

export const PolicyQuery = OffsetQuery.extend({
  active_only: QueryFlag.default(false).meta({ description: "excludes inactive policies" }),
  search: textOf({ max: 500 }).optional().meta({ description: "in name and description, or a whole id" }),
});
export type PolicyQuery = z.output<typeof PolicyQuery>;
