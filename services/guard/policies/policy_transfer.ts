import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { uuidv7 } from "lib/ids.ts";
import { isObject } from "lib/json_object.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import { textOf } from "lib/text.ts";
import type { PolicyDeps } from "./policies.ts";
import { type Policy, PolicyInput } from "./policy.ts";
import { changeBy, checkRule, policyChanged } from "./policy_change.ts";
import { allowPolicy } from "./policy_names.ts";
import { policiesInYaml, policiesToYaml } from "./policy_file.ts";

const ImportInput = z.object({
  yaml: textOf({ min: 1, max: 2_000_000 }).meta({ description: "the file in the format of the export" }),
  dry_run: z.boolean().default(false).meta({ description: "reports the changes without making them" }),
}).meta({
  id: "PolicyImport",
  example: {
    yaml: "format: diwan policies 1\npolicies:\n  - name: Secrets\n    rule_type: keyword\n" +
      "    rule_config: { keywords: [top secret] }\n    action: block\n",
    dry_run: true,
  },
});
const ImportResult = z.object({
  created: z.array(z.string()).meta({ description: "names of new policies" }),
  updated: z.array(z.string()).meta({ description: "names of changed policies" }),
  unchanged: z.array(z.string()).meta({ description: "names of unchanged policies" }),
  dry_run: z.boolean(),
}).meta({ id: "PolicyImportResult" });

/** Export and import of all policies as one file. */
export function policyTransfer(deps: PolicyDeps): OpenAPIHono<AppEnv> {
  const { store, now = Date.now } = deps;
  const app = feature();
  const tags = ["policies"];
  const changed = policyChanged(deps);

  app.openapi(
    endpoint({
      id: "exportPolicies",
      method: "get",
      path: "/policies/export",
      tags,
      summary: "All policies as YAML, in their order",
      roles: ["admin", "manager"],
      answers: { 200: { description: "The file", content: { "text/yaml": { schema: z.string() } } } },
    }),
    async () =>
      new Response(policiesToYaml(await store.all()), {
        headers: {
          "content-type": "text/yaml; charset=utf-8",
          "content-disposition": 'attachment; filename="policies.yaml"',
        },
      }),
  );

  app.openapi(
    endpoint({
      id: "importPolicies",
      method: "post",
      path: "/policies/import",
      tags,
      summary: "Create and change policies by a YAML file, all or none; policies that it does not name stay",
      roles: ["admin"],
      heavy: true,
      request: { body: jsonBody(ImportInput) },
      answers: { 200: json(ImportResult, "The changes") },
      fails: { 409: "A policy of that name was made meanwhile" },
    }),
    async (c) => {
      const { yaml, dry_run } = c.req.valid("json");
      const plan = planOf(policiesInYaml(yaml), await store.all());
      const names = (kind: "created" | "updated" | "unchanged") =>
        plan.filter((step) => step.kind === kind).map(({ input }) => input.name);
      const result = {
        ...{ created: names("created"), updated: names("updated"), unchanged: names("unchanged") },
        dry_run,
      };
      const work = plan.filter(({ kind }) => kind !== "unchanged");
      if (dry_run || work.length === 0) return c.json(result, 200);
      const change = changeBy(c.var.user, "import", now());
      const list = work.map(({ id, kind, input }) => ({ id, isNew: kind === "created", input }));
      await store.saveAll(list, { change, allow: allowPolicy });
      const ids = new Set(work.map(({ id }) => id));
      await changed(change, ...(await store.all()).filter(({ id }) => ids.has(id)));
      return c.json(result, 200);
    },
  );

  return app;
}

interface Planned {
  id: string;
  kind: "created" | "updated" | "unchanged";
  input: PolicyInput;
}

/** The changes of an import to the stored policies, by name. @throws 422 for a rule that cannot be in force. */
function planOf(inputs: readonly PolicyInput[], stored: readonly Policy[]): Planned[] {
  const named = new Map(stored.map((policy) => [policy.name, policy]));
  const names = new Set(inputs.map(({ name }) => name));
  const staying = stored.filter(({ name, is_active }) => is_active && !names.has(name));
  return inputs.map((input, i) => {
    const before = named.get(input.name);
    // The total cost of patterns includes the file's earlier policies.
    const others = [...staying, ...inputs.slice(0, i).filter(({ is_active }) => is_active)];
    checkRule(input, others, ["body", "yaml", "policies", i]);
    if (!before) return { id: uuidv7(), kind: "created", input };
    return { id: before.id, kind: isSame(input, before) ? "unchanged" : "updated", input };
  });
}

function isSame(input: PolicyInput, before: Policy): boolean {
  const { rule_config, ...fields } = z.object(PolicyInput.shape).parse(before);
  const { rule_config: given, ...rest } = input;
  // The same rule may differ in white space.
  return canonical(rest) === canonical(fields) &&
    canonical(JSON.parse(given)) === canonical(JSON.parse(rule_config));
}

/** JSON with the fields of every object in order. */
const canonical = (value: unknown): string =>
  JSON.stringify(
    value,
    (_, part) =>
      isObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => a < b ? -1 : 1)) : part,
  );
