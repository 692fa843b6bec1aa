/** Custom types as a YAML file, for backup, review and transfer to another installation. */
import { stringify } from "yaml";
import { z } from "zod";
import { invalid, invalidAll } from "lib/errors.ts";
import { YamlFault, yamlValue } from "lib/yaml.ts";
import { OwnTypeInput } from "./own_type_input.ts";
import { MOST_TYPES } from "./document_type_rules.ts";

const FORMAT = "diwan document types 1";

const TypeFile = z.strictObject({
  format: z.literal(FORMAT),
  types: z.array(OwnTypeInput).max(MOST_TYPES),
});

export function typesToYaml(types: readonly OwnTypeInput[]): string {
  return stringify({ format: FORMAT, types }, { aliasDuplicateObjects: false, lineWidth: 0 });
}

/** Parses types from YAML. @throws 422 listing every error of the file, duplicate names included. */
export function typesInYaml(text: string): OwnTypeInput[] {
  const parsed = TypeFile.safeParse(valueIn(text));
  if (!parsed.success) {
    throw invalidAll(parsed.error.issues.map(({ path, message, code }) => ({
      loc: ["body", "yaml", ...path.map((step) => typeof step === "number" ? step : String(step))],
      msg: message,
      type: code ?? "value_error",
    })));
  }
  const { types } = parsed.data;
  for (const [i, { name }] of types.entries()) {
    if (types.findIndex((one) => one.name === name) < i) {
      throw invalid(["body", "yaml", "types", i, "name"], "stands in the file twice");
    }
  }
  return types;
}

function valueIn(text: string): unknown {
  try {
    return yamlValue(text);
  } catch (error) {
    if (error instanceof YamlFault) throw invalid(["body", "yaml"], error.message);
    throw error;
  }
}
