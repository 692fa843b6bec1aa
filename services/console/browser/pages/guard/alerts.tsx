/** Alerts and the rules by which they fire. */
import { type AlertSaid, alertText } from "../../i18n/service_words.ts";
import { get, useGet } from "../../api.ts";
import { isManager } from "../../boot.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { optimistic } from "../../ui/optimistic.ts";
import { Await, Badge, Card, Empty } from "../../ui/state.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { Rules } from "./alert_rules.tsx";
import { Webhooks } from "./webhooks.tsx";
import { t } from "./words.ts";

interface Alert extends AlertSaid {
  id: string;
  severity: string;
  status: "triggered" | "acknowledged" | "resolved";
  triggered_at: string;
}

const TONES = { triggered: "bad", acknowledged: "warn", resolved: "good" } as const;

export function Alerts() {
  const alerts = useGet<Alert[]>("/guard/api/v1/alerts?limit=100", { everyMs: 10_000 });
  const perform = (id: string, name: "acknowledge" | "resolve") => {
    const status = name === "acknowledge" ? "acknowledged" as const : "resolved" as const;
    return optimistic(
      alerts,
      (rows) => rows.map((alert) => alert.id === id ? { ...alert, status } : alert),
      () => get(`/guard/api/v1/alerts/${id}/${name}`, { method: "POST" }),
    );
  };
  const acts = (alert: Alert) => (
    <span class="actions">
      {alert.status === "triggered" && (
        <button
          type="button"
          class="secondary small"
          onClick={() => void perform(alert.id, "acknowledge")}
        >
          {t("acknowledge")}
        </button>
      )}
      {alert.status !== "resolved" && (
        <button
          type="button"
          class="secondary small"
          onClick={() => void perform(alert.id, "resolve")}
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
                {
                  id: "message",
                  label: t("message"),
                  sentences: true,
                  cell: (alert) => <bdi>{alertText(alert)}</bdi>,
                },
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
      {isManager.value && <Webhooks />}
    </>
  );
}
