/** Limits and budgets: as fields of a form, and how full they are. */
import type { Signal } from "@preact/signals";
import { dateTime, usd } from "../../i18n/format.ts";
import { Choice, Field } from "../../ui/field.tsx";
import { Meter } from "../../ui/state.tsx";
import type { Budget, Governed } from "./calls.ts";
import { t } from "./words.ts";

export interface Limits {
  name: string;
  limit: string;
  period: Budget["period"];
  rpm: string;
  tpm: string;
}

export const NO_LIMITS: Limits = { name: "", limit: "", period: "monthly", rpm: "", tpm: "" };

/** The limits of something that is there, as text of fields. */
export function limitsOf({ name, budget, rate_limit }: Governed): Limits {
  return {
    name,
    limit: budget ? String(budget.limit_usd) : "",
    period: budget?.period ?? "monthly",
    rpm: String(rate_limit?.requests_per_minute ?? ""),
    tpm: String(rate_limit?.tokens_per_minute ?? ""),
  };
}

/** The fields as the gateway takes them. */
export function limitsBody({ name, limit, period, rpm, tpm }: Limits) {
  const whole = (text: string) => text.trim() ? Number(text) : null;
  return {
    name: name.trim(),
    budget: limit.trim() ? { limit_usd: Number(limit), period } : null,
    rate_limit: rpm.trim() || tpm.trim()
      ? { requests_per_minute: whole(rpm), tokens_per_minute: whole(tpm) }
      : null,
  };
}

export function LimitFields({ of }: { of: Signal<Limits> }) {
  const set = (part: Partial<Limits>) => of.value = { ...of.value, ...part };
  return (
    <>
      <div class="form-row">
        <Field
          label={t("budget")}
          help={t("no_limit")}
          type="number"
          min={0}
          step="any"
          value={of.value.limit}
          onInput={(limit) => set({ limit })}
        />
        <Choice<Budget["period"]>
          label={t("period")}
          value={of.value.period}
          options={[
            { value: "daily", label: t("daily_period") },
            { value: "weekly", label: t("weekly_period") },
            { value: "monthly", label: t("monthly_period") },
          ]}
          onChange={(period) => set({ period })}
        />
      </div>
      <div class="form-row">
        <Field
          label={t("rpm")}
          help={t("no_limit")}
          type="number"
          min={1}
          value={of.value.rpm}
          onInput={(rpm) => set({ rpm })}
        />
        <Field
          label={t("tpm")}
          help={t("no_limit")}
          type="number"
          min={1}
          value={of.value.tpm}
          onInput={(tpm) => set({ tpm })}
        />
      </div>
    </>
  );
}

/** How much of a budget is spent, and when it renews. */
export function BudgetFill(
  { of: { budget, spending } }: { of: Pick<Governed, "budget" | "spending"> },
) {
  if (!budget) return <span>–</span>;
  if (!spending) return <bdi>{usd(budget.limit_usd)}</bdi>;
  const label = t("spent", { spent: usd(spending.spent_usd), limit: usd(budget.limit_usd) });
  return (
    <div>
      <span>{label}</span> <small>{t("renews", { when: dateTime(spending.renews_at) })}</small>
      <Meter value={spending.spent_usd} max={budget.limit_usd} label={label} />
    </div>
  );
}
