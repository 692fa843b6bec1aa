/** The rules by which alerts fire. */
import { useSignal } from "@preact/signals";
import { get, useGet } from "../../api.ts";
import { t as common } from "../../i18n/common.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Choice, Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Await, Card, Empty } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { toast, toastFailure } from "../../ui/toast.tsx";
import { t } from "./words.ts";

const METRICS = ["policy_violations", "pii_detections", "safety_blocks", "critical_events"] as const;
type Metric = typeof METRICS[number];

interface Rule {
  id: string;
  name: string;
  metric: Metric;
  threshold: number;
  window_minutes: number;
}

const RULES = "/guard/api/v1/alerts/rules";

export function Rules() {
  const rules = useGet<Rule[]>(`${RULES}?limit=100`);
  const making = useSignal(false);
  const act = async (request: () => Promise<unknown>) => {
    try {
      await request();
      making.value = false;
      rules.reload();
    } catch (error) {
      toastFailure(error);
    }
  };
  const remove = (rule: Rule) =>
    act(async () => {
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
      <Dialog title={t("new_rule")} open={making.value} onClose={() => making.value = false}>
        <RuleForm create={(json) => void act(() => get(RULES, { method: "POST", json }))} />
      </Dialog>
    </Card>
  );
}

function ruleColumns(remove: (rule: Rule) => void): Column<Rule>[] {
  return [
    { id: "name", label: common("name"), cell: ({ name }) => <bdi>{name}</bdi> },
    {
      id: "rule",
      label: t("metric"),
      cell: ({ metric, threshold, window_minutes }) =>
        t("rule_line", { metric: t(metric), threshold, minutes: window_minutes }),
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

interface RuleInput {
  name: string;
  metric: Metric;
  operator: "gte";
  threshold: number;
  window_minutes: number;
}

function RuleForm({ create }: { create(rule: RuleInput): void }) {
  const name = useSignal("");
  const metric = useSignal<Metric>("policy_violations");
  const threshold = useSignal("5");
  const minutes = useSignal("10");
  const submit = (event: Event) => {
    event.preventDefault();
    create({
      name: name.value,
      metric: metric.value,
      operator: "gte",
      threshold: Number(threshold.value),
      window_minutes: Number(minutes.value),
    });
  };
  return (
    <form onSubmit={submit}>
      <Field label={common("name")} required value={name.value} onInput={(value) => name.value = value} />
      <Choice<Metric>
        label={t("metric")}
        value={metric.value}
        options={METRICS.map((value) => ({ value, label: t(value) }))}
        onChange={(value) => metric.value = value}
      />
      <div class="form-row">
        <Field
          label={t("threshold")}
          type="number"
          min={0}
          required
          value={threshold.value}
          onInput={(value) => threshold.value = value}
        />
        <Field
          label={t("window")}
          type="number"
          min={1}
          required
          value={minutes.value}
          onInput={(value) => minutes.value = value}
        />
      </div>
      <footer>
        <button type="submit">{common("create")}</button>
      </footer>
    </form>
  );
}
