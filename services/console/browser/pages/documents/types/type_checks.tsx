/** The checks of a type's fields, in its form. */
import { lang } from "../../../prefs.ts";
import { Check as Tick, Choice } from "../../../ui/field.tsx";
import { Icon } from "../../../ui/icons.tsx";
import type { Check, FieldDraft, Shape } from "./own_type.ts";
import { t } from "./type_words.ts";

interface Part<C extends Check> {
  of: C;
  fields: FieldDraft[];
  change(check: Check): void;
}

export function TypeChecks(
  { checks, fields, change }: { checks: Check[]; fields: FieldDraft[]; change(checks: Check[]): void },
) {
  return (
    <fieldset>
      <legend>{t("checks")}</legend>
      {checks.length === 0 && <p class="muted">{t("no_checks")}</p>}
      {checks.map((check, index) => {
        const part = { fields, change: (check: Check) => change(checks.with(index, check)) };
        return (
          <div class="part" key={index}>
            {check.kind === "sum" ? <Sum of={check} {...part} /> : <Order of={check} {...part} />}
            <button
              type="button"
              class="secondary small"
              onClick={() => change(checks.toSpliced(index, 1))}
            >
              <Icon name="trash" /> {t("remove_check", { n: index + 1 })}
            </button>
          </div>
        );
      })}
      <button
        type="button"
        class="secondary small"
        onClick={() => change([...checks, { kind: "sum", parts: [], total: "" }])}
      >
        <Icon name="plus" /> {t("add_sum")}
      </button>{" "}
      <button
        type="button"
        class="secondary small"
        onClick={() => change([...checks, { kind: "order", earlier: "", later: "" }])}
      >
        <Icon name="plus" /> {t("add_order")}
      </button>
    </fieldset>
  );
}

const named = (fields: FieldDraft[], shapes: Shape[]) =>
  fields.filter(({ key, shape }) => key && shapes.includes(shape))
    .map((field) => ({ value: field.key, label: field[lang.value] || field.key }));

/** A field that was renamed or removed stays chosen, so that a check never changes by itself. */
const choices = (known: { value: string; label: string }[], chosen: string) => [
  { value: "", label: t("choose") },
  ...known,
  ...chosen && !known.some(({ value }) => value === chosen) ? [{ value: chosen, label: chosen }] : [],
];

function Sum({ of, fields, change }: Part<Extract<Check, { kind: "sum" }>>) {
  const known = named(fields, ["number", "money"]);
  const left = of.parts.filter((part) => !known.some(({ value }) => value === part))
    .map((value) => ({ value, label: value }));
  const toggle = (key: string, on: boolean) =>
    change({ ...of, parts: on ? [...of.parts, key] : of.parts.filter((part) => part !== key) });
  return (
    <div class="form-row">
      <fieldset>
        <legend>{t("sum")}</legend>
        {[...known, ...left].map(({ value, label }) => (
          <Tick
            key={value}
            label={<bdi>{label}</bdi>}
            checked={of.parts.includes(value)}
            onChange={(on) => toggle(value, on)}
          />
        ))}
      </fieldset>
      <Choice
        label={t("total")}
        value={of.total}
        options={choices(known, of.total)}
        onChange={(total) => change({ ...of, total })}
      />
    </div>
  );
}

function Order({ of, fields, change }: Part<Extract<Check, { kind: "order" }>>) {
  const known = named(fields, ["date"]);
  return (
    <div class="form-row">
      <Choice
        label={t("earlier")}
        value={of.earlier}
        options={choices(known, of.earlier)}
        onChange={(earlier) => change({ ...of, earlier })}
      />
      <Choice
        label={t("later")}
        value={of.later}
        options={choices(known, of.later)}
        onChange={(later) => change({ ...of, later })}
      />
    </div>
  );
}
