/** Alerts and the rules by which they fire. */
import { useSignal } from "@preact/signals";
import { get, useGet } from "../../api.ts";
import { isManager } from "../../boot.ts";
import { t as common } from "../../i18n/common.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Choice, Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Await, Badge, Card, Empty } from "../../ui/state.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { toast, toastFailure } from "../../ui/toast.tsx";
import { t } from "./words.ts";

const METRICS = ["policy_violations", "pii_detections", "safety_blocks", "critical_events"] as const;
type Metric = typeof METRICS[number];

interface Alert {
  id: string;
  rule_name: string;
  message: string;
  severity: string;
  status: "triggered" | "acknowledged" | "resolved";
  triggered_at: string;
}

interface Rule {
  id: string;
  name: string;
  metric: Metric;
  threshold: number;
  window_minutes: number;
}

const TONES = { triggered: "bad", acknowledged: "warn", resolved: "good" } as const;

export function Alerts() {
  const alerts = useGet<Alert[]>("/guard/api/v1/alerts?limit=100", { everyMs: 10_000 });
  const act = async (id: string, name: "acknowledge" | "resolve") => {
    try {
      await get(`/guard/api/v1/alerts/${id}/${name}`, { method: "POST" });
    } catch (error) {
      toastFailure(error);
    }
    alerts.reload();
  };
  const acts = (alert: Alert) => (
    <span class="actions">
      {alert.status === "triggered" && (
        <button
          type="button"
          class="secondary small"
          onClick={() => void act(alert.id, "acknowledge")}
        >
          {t("acknowledge")}
        </button>
      )}
      {alert.status !== "resolved" && (
        <button
          type="button"
          class="secondary small"
          onClick={() => void act(alert.id, "resolve")}
        >
          {t("resolve")}
        </button>
      )}
    </span>
  );
  return (
    <>
      <Card title={t("alerts")}>
        <Await of={alerts}>
          {(rows) => (
            <Table
              label={t("alerts")}
              rows={rows}
              empty={<Empty title={t("no_alerts")}>{t("no_alerts_words")}</Empty>}
              columns={[
                { id: "when", label: t("when"), cell: ({ triggered_at }) => <Time at={triggered_at} /> },
                { id: "message", label: t("message"), cell: ({ message }) => <bdi>{message}</bdi> },
                {
                  id: "status",
                  label: common("status"),
                  cell: ({ status }) => <Badge tone={TONES[status]}>{t(status)}</Badge>,
                },
                ...isManager.value ? [{ id: "acts", label: t("resolve"), cell: acts }] : [],
              ]}
            />
          )}
        </Await>
      </Card>
      {isManager.value && <Rules />}
    </>
  );
}

const RULES = "/guard/api/v1/alerts/rules";

function Rules() {
  const rules = useGet<Rule[]>(`${RULES}?limit=100`);
  const making = useSignal(false);
  const name = useSignal("");
  const metric = useSignal<Metric>("policy_violations");
  const threshold = useSignal("5");
  const minutes = useSignal("10");
  const act = async (request: () => Promise<unknown>) => {
    try {
      await request();
      making.value = false;
      rules.reload();
    } catch (error) {
      toastFailure(error);
    }
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const json = {
      ...{ name: name.value, metric: metric.value, operator: "gte" },
      ...{ threshold: Number(threshold.value), window_minutes: Number(minutes.value) },
    };
    void act(() => get(RULES, { method: "POST", json }));
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
            columns={[
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
                    onClick={() => void remove(rule)}
                  >
                    <Icon name="trash" />
                  </button>
                ),
              },
            ]}
          />
        )}
      </Await>
      <Dialog title={t("new_rule")} open={making.value} onClose={() => making.value = false}>
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
      </Dialog>
    </Card>
  );
}
