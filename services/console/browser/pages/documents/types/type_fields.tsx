/** The fields of a type in its form. */
import { useState } from "preact/hooks";
import { t as common } from "../../../i18n/shared_words.ts";
import { lang } from "../../../prefs.ts";
import { Area, Check, Choice, Field } from "../../../ui/field.tsx";
import { Icon } from "../../../ui/icons.tsx";
import { Badge } from "../../../ui/state.tsx";
import { CHECK_DIGITS, type FieldDraft, newField, type OptionDraft, SHAPES } from "./own_type.ts";
import { t } from "./type_words.ts";

export function TypeFields(
  { fields, change }: { fields: FieldDraft[]; change(fields: FieldDraft[]): void },
) {
  return (
    <fieldset>
      <legend>{t("fields")}</legend>
      {fields.map((field, index) => (
        <OneField
          key={field.id}
          of={field}
          n={index + 1}
          change={(part) => change(fields.with(index, { ...field, ...part }))}
          remove={fields.length > 1 ? () => change(fields.toSpliced(index, 1)) : undefined}
        />
      ))}
      <button type="button" class="secondary small" onClick={() => change([...fields, newField()])}>
        <Icon name="plus" /> {t("add_field")}
      </button>
    </fieldset>
  );
}

interface Part<T> {
  of: T;
  change(part: Partial<T>): void;
}

function OneField(
  { of, n, change, remove }: Part<FieldDraft> & { n: number; remove?(): void },
) {
  const [isNew] = useState(!of.key);
  const name = of[lang.value] || of.key || t("field_n", { n });
  return (
    // The browser shows a fault only where its field is in view.
    <details class="part" open={isNew} onInvalidCapture={(event) => event.currentTarget.open = true}>
      <summary>
        <bdi>{name}</bdi> <Badge>{t(of.shape)}</Badge>{" "}
        {of.required && <Badge tone="warn">{t("required_short")}</Badge>}
      </summary>
      <div class="form-row">
        <Field label={t("key")} required dir="ltr" value={of.key} onInput={(key) => change({ key })} />
        <Field label={t("english")} required value={of.en} onInput={(en) => change({ en })} />
        <Field label={t("arabic")} required value={of.ar} onInput={(ar) => change({ ar })} />
      </div>
      <div class="form-row">
        <Area label={t("labels")} rows={2} value={of.labels} onInput={(labels) => change({ labels })} />
        <Choice
          label={t("shape")}
          value={of.shape}
          options={SHAPES.map((value) => ({ value, label: t(value) }))}
          onChange={(shape) => change({ shape })}
        />
      </div>
      {of.shape === "identifier" && <Identifier of={of} change={change} />}
      {of.shape === "one_of" && <Options options={of.options} change={(options) => change({ options })} />}
      <Check label={t("required")} checked={of.required} onChange={(required) => change({ required })} />
      {remove && (
        <button type="button" class="secondary small" onClick={remove}>
          <Icon name="trash" /> {t("remove_field", { name })}
        </button>
      )}
    </details>
  );
}

function Identifier({ of, change }: Part<FieldDraft>) {
  return (
    <div class="form-row">
      <Field
        label={t("pattern")}
        help={t("pattern_help")}
        required
        dir="ltr"
        value={of.pattern}
        onInput={(pattern) => change({ pattern })}
      />
      <Choice
        label={t("check_digit")}
        value={of.check_digit}
        options={(["none", ...CHECK_DIGITS] as const).map((value) => ({
          value,
          label: value === "none" ? common("none") : t(value),
        }))}
        onChange={(check_digit) => change({ check_digit })}
      />
    </div>
  );
}

function Options(
  { options, change }: { options: OptionDraft[]; change(options: OptionDraft[]): void },
) {
  return (
    <>
      {options.map((option, index) => (
        <div class="form-row" key={index}>
          <Field
            label={t("option_value")}
            required
            value={option.value}
            onInput={(value) => change(options.with(index, { ...option, value }))}
          />
          <Area
            label={t("option_words")}
            required
            rows={2}
            value={option.words}
            onInput={(words) => change(options.with(index, { ...option, words }))}
          />
          <button
            type="button"
            class="secondary small"
            onClick={() => change(options.toSpliced(index, 1))}
          >
            {t("remove_option", { name: option.value || index + 1 })}
          </button>
        </div>
      ))}
      <p>
        <button
          type="button"
          class="secondary small"
          onClick={() => change([...options, { value: "", words: "" }])}
        >
          <Icon name="plus" /> {t("add_option")}
        </button>
      </p>
    </>
  );
}
