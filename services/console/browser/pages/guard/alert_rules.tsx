/** The rules by which alerts fire. */
import { type Signal, useSignal } from "@preact/signals";
import { get } from "../../api.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { query, setQuery } from "../../router.ts";
import { More, useList } from "../../ui/list.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Check, Choice, Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Await, Badge, Card, Empty } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { toast, toastFailure } from "../../ui/toast.tsx";
import { t } from "./words.ts";

const METRICS = ["policy_violations", "pii_detections", "safety_blocks", "critical_events"] as const;
type Metric = typeof METRICS[number];

const OPERATORS = ["gte", "gt", "lte", "lt", "eq"] as const;
type Operator = typeof OPERATORS[number];

interface RuleInput {
  name: string;
  metric: Metric;
  operator: Operator;
  threshold: number;
  window_minutes: number;
  cooldown_minutes: number;
  enabled: boolean;
}

interface Rule extends RuleInput {
  id: string;
}

const RULES = "/guard/api/v1/alerts/rules";

export function Rules() {
  const rules = useList<Rule>(`${RULES}?limit=100`);
  const making = useSignal(false);
  const opened = rules.data.value?.find(({ id }) => id === query.value.get("rule"));
  const close = () => {
    making.value = false;
    if (query.value.has("rule")) setQuery({ rule: undefined });
  };
  const perform = async (request: () => Promise<unknown>) => {
    try {
      await request();
      close();
      rules.reload();
    } catch (error) {
      toastFailure(error);
    }
  };
  const save = (json: RuleInput) =>
    perform(() =>
      opened ? get(`${RULES}/${opened.id}`, { method: "PUT", json }) : get(RULES, { method: "POST", json })
    );
  const remove = (rule: Rule) =>
    perform(async () => {
      await get(`${RULES}/${rule.id}`, { method: "DELETE" });
      toast(() => t("deleted", { name: rule.name }));
    });
  return (
    <Card
      title={t("rules")}
      actions={
        <button type="button" class="small" onClick={() => making.value = true}>
          <Icon name="plus" /> {t("new_rule")}
        </button>
      }
    >
      <Await of={rules}>
        {(rows) => (
          <Table
            label={t("rules")}
            rows={rows}
            empty={<Empty title={t("no_rules")} />}
            columns={ruleColumns((rule) => void remove(rule))}
          />
        )}
      </Await>
      <More of={rules} />
      {(making.value || opened) && (
        <Dialog title={t(opened ? "rule" : "new_rule")} open onClose={close}>
          <RuleForm key={opened?.id} of={opened} save={(rule) => void save(rule)} />
        </Dialog>
      )}
    </Card>
  );
}

function ruleColumns(remove: (rule: Rule) => void): Column<Rule>[] {
  return [
    {
      id: "name",
      label: common("name"),
      cell: ({ id, name }) => (
        <a href={`/guard?view=alerts&rule=${id}`}>
          <bdi>{name}</bdi>
        </a>
      ),
    },
    {
      id: "rule",
      label: t("metric"),
      sentences: true,
      cell: ({ metric, operator, threshold, window_minutes }) =>
        t("rule_line", {
          metric: t(metric),
          operator: t(operator),
          threshold,
          minutes: window_minutes,
        }),
    },
    {
      id: "enabled",
      label: common("status"),
      cell: ({ enabled }) => <Badge tone={enabled ? "good" : "calm"}>{t(enabled ? "on" : "off")}</Badge>,
    },
    {
      id: "delete",
      label: common("delete"),
      end: true,
      cell: (rule) => (
        <button
          type="button"
          class="plain"
          aria-label={`${common("delete")} ${rule.name}`}
          onClick={() => remove(rule)}
        >
          <Icon name="trash" />
        </button>
      ),
    },
  ];
}

const NEW: RuleInput = {
  ...{ name: "", metric: "policy_violations", operator: "gte", threshold: 5, window_minutes: 10 },
  ...{ cooldown_minutes: 60, enabled: true },
};

function RuleForm({ of = NEW, save }: { of?: RuleInput; save(rule: RuleInput): void }) {
  const name = useSignal(of.name);
  const metric = useSignal(of.metric);
  const operator = useSignal(of.operator);
  const threshold = useSignal(String(of.threshold));
  const minutes = useSignal(String(of.window_minutes));
  const cooldown = useSignal(String(of.cooldown_minutes));
  const enabled = useSignal(of.enabled);
  const submit = (event: Event) => {
    event.preventDefault();
    save({
      ...{ name: name.value, metric: metric.value, operator: operator.value, enabled: enabled.value },
      threshold: Number(threshold.value),
      window_minutes: Number(minutes.value),
      cooldown_minutes: Number(cooldown.value),
    });
  };
  return (
    <form onSubmit={submit}>
      <Field label={common("name")} required value={name.value} onInput={(value) => name.value = value} />
      <div class="form-row">
        <Choice<Metric>
          label={t("metric")}
          value={metric.value}
          options={METRICS.map((value) => ({ value, label: t(value) }))}
          onChange={(value) => metric.value = value}
        />
        <Choice<Operator>
          label={t("operator")}
          value={operator.value}
          options={OPERATORS.map((value) => ({ value, label: t(value) }))}
          onChange={(value) => operator.value = value}
        />
      </div>
      <div class="form-row">
        <Amount label={t("threshold")} min={0} of={threshold} />
        <Amount label={t("window")} min={1} of={minutes} />
        <Amount label={t("cooldown")} min={0} of={cooldown} />
      </div>
      <Check label={t("on")} checked={enabled.value} onChange={(value) => enabled.value = value} />
      <footer>
        <button type="submit">{common(of === NEW ? "create" : "save")}</button>
      </footer>
    </form>
  );
}

function Amount({ label, min, of }: { label: string; min: number; of: Signal<string> }) {
  return (
    <Field
      label={label}
      type="number"
      min={min}
      required
      value={of.value}
      onInput={(value) => of.value = value}
    />
  );
}
