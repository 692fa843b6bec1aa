/** A custom type compiled for classification, extraction and validation. */
import { findDates } from "../understanding/values/dates.ts";
import type { Field, FieldRule } from "../understanding/results/field.ts";
import type { OwnType } from "../understanding/classification/own_type.ts";
import type { Issue } from "../understanding/results/validation.ts";
import type { OwnField } from "./own_field.ts";
import type { Check, OwnTypeInput } from "./own_type_input.ts";
import { looseWay, TYPE_OF_SHAPE, waysOf } from "./own_values.ts";

export function compiledType(definition: OwnTypeInput): OwnType {
  const { name, names, terms, fields, checks } = definition;
  const rules = fields.map(ruleOf);
  return {
    name,
    terms: { ...terms, title: [names.en, names.ar, ...terms.title].map(lower), sub_types: {} },
    rules,
    looseRules: fields.map((field, i) => ({ ...rules[i] ?? ruleOf(field), ...loosely(field) })),
    issues: (found) => checks.flatMap((check) => issueOf(check, found)),
    definition,
  };
}

const lower = (text: string) => text.toLowerCase();

function ruleOf(field: OwnField): FieldRule {
  const { key, names, labels, shape, required } = field;
  return {
    key,
    type: TYPE_OF_SHAPE[shape],
    labels: [...new Set([names.en, names.ar, ...labels].map(lower))],
    required,
    ...waysOf(field),
  };
}

/** Reader for values with the wrong format; none for texts, which have no format. */
function loosely(field: OwnField): Pick<FieldRule, "read"> {
  return field.shape === "text" ? {} : { read: looseWay(field) };
}

/** Maximum difference of equal amounts, for rounding. */
const ROUNDING = 0.011;

function issueOf(check: Check, found: Field[]): Issue[] {
  const valueOf = (key: string) => found.find((field) => field.key === key);
  if (check.kind === "order") {
    const [earlier, later] = [dayOf(valueOf(check.earlier)), dayOf(valueOf(check.later))];
    if (!earlier || !later || earlier <= later) return [];
    return [{
      field: check.later,
      fields: [check.later, check.earlier],
      issue: `${check.later} is before ${check.earlier}`,
      severity: "error",
    }];
  }
  const total = numberOf(valueOf(check.total));
  const parts = check.parts.map((key) => numberOf(valueOf(key)));
  // A sum with a missing part cannot be checked; a missing required field is a separate issue.
  if (total === undefined || parts.some((part) => part === undefined)) return [];
  const sum = parts.reduce<number>((before, part) => before + (part ?? 0), 0);
  if (Math.abs(sum - total) <= ROUNDING) return [];
  return [{
    field: check.total,
    fields: [check.total, ...check.parts],
    issue: `${check.parts.join(" + ")} is ${rounded(sum)}, not ${rounded(total)}`,
    severity: "error",
  }];
}

const rounded = (value: number) => String(Math.round(value * 1000) / 1000);

function numberOf(field: Field | undefined): number | undefined {
  const value = field === undefined ? NaN : Number(field.value);
  return Number.isFinite(value) && field?.value.trim() !== "" ? value : undefined;
}

function dayOf(field: Field | undefined): string | undefined {
  return field && findDates(field.value.replace(/ AH$/, " هـ"))[0]?.day;
}
