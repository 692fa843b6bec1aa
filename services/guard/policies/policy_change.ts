/** Every change of a policy needs a rule that compiles and a record of who changed it. */
import { invalidAll } from "lib/errors.ts";
import { textOf } from "lib/text.ts";
import { badTexts } from "lib/text_check.ts";
import type { User } from "lib/auth/user.ts";
import type { AuditLog } from "../audit/audit_log.ts";
import type { PolicyChange } from "./policies_store.ts";
import type { MatchedPolicy, Policy } from "./policy.ts";
import type { PolicyCache } from "./policy_cache.ts";
import { costFaults, parseRule, type Rule, type RuleFault } from "./policy_rules.ts";

export function changeBy(
  { sub }: Pick<User, "sub">,
  change: PolicyChange["change"],
  now: number,
): PolicyChange {
  return { change, changed_by: sub, changed_at: new Date(now).toISOString() };
}

/** Puts a change in force in this process and records it. */
export function policyChanged(
  { cache, audit }: { cache: PolicyCache; audit: AuditLog },
): (change: PolicyChange, ...policies: Pick<Policy, "id" | "name" | "version">[]) => Promise<void> {
  return async ({ change, changed_by }, ...policies) => {
    await cache.refresh();
    for (const { id, name, version } of policies) {
      audit.record({
        ...{ event_type: "policy_change", severity: "info", subject: changed_by, user_id: changed_by },
        ...{ action: change, details: { policy_id: id, name, version } },
      });
    }
  };
}

type OwnRule = Pick<MatchedPolicy, "rule_type" | "rule_config">;

/** The fault of a rule, if any, including its cost together with the `others` in force. */
export function ruleFaults({ rule_type, rule_config }: OwnRule, others: readonly OwnRule[]): RuleFault[] {
  const parsed = parseRule(rule_type, rule_config);
  if ("faults" in parsed) return parsed.faults;
  return [...textFaults(parsed.rule, rule_config), ...costFaults(parsed.rule, others.flatMap(rulesOf))];
}

const Visible = textOf({ min: 1, max: Infinity });

/**
 * Texts within a rule_config that no other field would take: NUL and lone surrogates anywhere, words without
 * a visible character. Only what is saved is checked, so that no policy in force falls out.
 */
function textFaults(rule: Rule, config: string): RuleFault[] {
  const bad = badTexts(JSON.parse(config), []).map(({ loc, msg }) => ({ path: loc, message: msg }));
  if (bad.length > 0) return bad;
  if (rule.type === "keyword") {
    return rule.keywords.flatMap((word, index) => blankFaults(word, ["keywords", index]));
  }
  return rule.type === "model-based" ? blankFaults(rule.rubric, ["rubric"]) : [];
}

function blankFaults(text: string, path: RuleFault["path"]): RuleFault[] {
  return Visible.safeParse(text).success ? [] : [{ path, message: "must not be blank" }];
}

/** @throws 422 naming each fault of the rule, at `loc`. */
export function checkRule(
  policy: OwnRule,
  others: readonly OwnRule[],
  loc: readonly (string | number)[] = ["body"],
): void {
  const faults = ruleFaults(policy, others);
  if (faults.length === 0) return;
  throw invalidAll(faults.map(({ path, message }) => ({
    loc: [...loc, "rule_config", ...path],
    msg: message,
    type: "rule_config",
  })));
}

function rulesOf({ rule_type, rule_config }: OwnRule): Rule[] {
  const parsed = parseRule(rule_type, rule_config);
  return "rule" in parsed ? [parsed.rule] : [];
}
