/** Policies as a YAML file: to keep, review and carry to another installation. */
import { stringify } from "yaml";
import { z } from "zod";
import { invalid, invalidAll } from "lib/errors.ts";
import { YamlFault, yamlValue } from "lib/yaml.ts";
import { type Policy, PolicyInput } from "./policy.ts";

const FORMAT = "diwan policies 1";
const MOST_POLICIES = 1_000;

const Rule = z.record(z.string(), z.unknown());
const FilePolicy = z.strictObject({
  ...PolicyInput.shape,
  // A rule is structured in the file, and a JSON string in the API.
  rule_config: Rule.transform((rule) => JSON.stringify(rule)).pipe(PolicyInput.shape.rule_config),
});
const PolicyFile = z.strictObject({
  format: z.literal(FORMAT),
  policies: z.array(FilePolicy).max(MOST_POLICIES),
});

export function policiesToYaml(policies: readonly Policy[]): string {
  const list = policies.map(({ rule_config, scope, exceptions, ...policy }) => {
    const { name, description, rule_type, action, is_active, mode, priority } = policy;
    const given = named(scope);
    return {
      ...{ name, description, rule_type, rule_config: Rule.parse(JSON.parse(rule_config)), action },
      ...{ is_active, mode, priority },
      ...Object.keys(given).length > 0 ? { scope: given } : {},
      ...exceptions.length > 0 ? { exceptions: exceptions.map(named) } : {},
    };
  });
  return stringify({ format: FORMAT, policies: list }, { aliasDuplicateObjects: false, lineWidth: 0 });
}

const named = (scope: Policy["scope"]) =>
  Object.fromEntries(Object.entries(scope).filter(([, list]) => list.length > 0));

/** @throws 422 naming every fault of the file, and duplicate names. */
export function policiesInYaml(text: string): PolicyInput[] {
  const parsed = PolicyFile.safeParse(valueIn(text));
  if (!parsed.success) {
    throw invalidAll(parsed.error.issues.map(({ path, message, code }) => ({
      loc: ["body", "yaml", ...path.map((step) => typeof step === "number" ? step : String(step))],
      msg: message,
      type: code ?? "value_error",
    })));
  }
  const { policies } = parsed.data;
  const names = new Set<string>();
  for (const [i, { name }] of policies.entries()) {
    if (names.has(name)) throw invalid(["body", "yaml", "policies", i, "name"], "is in the file twice");
    names.add(name);
  }
  return policies;
}

function valueIn(text: string): unknown {
  try {
    return yamlValue(text);
  } catch (error) {
    if (error instanceof YamlFault) throw invalid(["body", "yaml"], error.message);
    throw error;
  }
}
