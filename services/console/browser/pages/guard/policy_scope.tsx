/** The calls that a policy is for, as lists that people write with commas. */
import { useSignal } from "@preact/signals";
import { Field } from "../../ui/field.tsx";
import type { Scope } from "./guard.ts";
import { t } from "./policy_words.ts";

const PARTS = ["products", "teams", "keys", "models", "users"] as const;

export function ScopeFields({ scope, change }: { scope: Scope; change(scope: Scope): void }) {
  const named = PARTS.filter((part) => scope[part].length > 0).length;
  return (
    <details open={named > 0}>
      <summary>{t("scope")}</summary>
      <p class="muted">{t("scope_help")}</p>
      <div class="form-row">
        {PARTS.map((part) => (
          <List
            key={part}
            label={t(part)}
            values={scope[part]}
            change={(values) => change({ ...scope, [part]: values })}
          />
        ))}
      </div>
    </details>
  );
}

function List(
  { label, values, change }: { label: string; values: string[]; change(values: string[]): void },
) {
  // As it is typed: a comma at the end is the beginning of the next name.
  const text = useSignal(values.join(", "));
  return (
    <Field
      label={label}
      value={text.value}
      onInput={(value) => {
        text.value = value;
        change(value.split(/[,،]/).map((name) => name.trim()).filter(Boolean));
      }}
    />
  );
}
