/** The audit trail, and the verification of its integrity. */
import { codeName } from "../../i18n/service_words.ts";
import { useMemo } from "preact/hooks";
import { getList } from "../../api.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { query, setQuery } from "../../router.ts";
import { Choice, Field } from "../../ui/field.tsx";
import { RecordTable } from "../../ui/record_table.tsx";
import { Badge } from "../../ui/state.tsx";
import type { Column } from "../../ui/columns.tsx";
import { Code, Time } from "../../ui/time.tsx";
import { Proof } from "./proof.tsx";
import { t } from "./words.ts";

interface Event {
  id: string;
  seq: number;
  event_type: string;
  severity: "info" | "warning" | "critical";
  user_id: string | null;
  subject: string;
  model: string | null;
  action: string | null;
  created_at: string;
}

const SEVERITIES = ["info", "warning", "critical"] as const;
const KINDS = [
  ...["evaluation", "safety_check", "proxy_request", "proxy_input_blocked", "pii_detection"],
  ...["policy_change", "audit_export", "audit_fault"],
];
const TONES = { info: "calm", warning: "warn", critical: "bad" } as const;

export function Trail() {
  const severity = query.value.get("severity") ?? "";
  const kind = query.value.get("event_type") ?? "";
  const person = query.value.get("person") ?? "";
  const load = useMemo(() => {
    const filters = [["severity", severity], ["event_type", kind], ["user_id", person]]
      .filter(([, value]) => value)
      .map(([name, value = ""]) => `&${name}=${encodeURIComponent(value)}`).join("");
    return (offset: number, limit: number, signal: AbortSignal) =>
      getList<Event>(`/guard/api/v1/audit/trail?skip=${offset}&limit=${limit}${filters}`, signal);
  }, [severity, kind, person]);
  return (
    <>
      <div class="filters">
        <Choice
          label={t("severity")}
          value={severity}
          options={[
            { value: "", label: common("all") },
            ...SEVERITIES.map((value) => ({ value, label: codeName(value) })),
          ]}
          onChange={(severity) => setQuery({ severity })}
        />
        <Choice
          label={t("type")}
          value={kind}
          options={[
            { value: "", label: common("all") },
            ...KINDS.map((value) => ({ value, label: codeName(value) })),
          ]}
          onChange={(event_type) => setQuery({ event_type })}
        />
        <Field
          label={t("person")}
          type="search"
          dir="ltr"
          value={person}
          onInput={(person) => setQuery({ person }, { replace: true })}
        />
      </div>
      <Proof />
      <RecordTable
        name="trail"
        label={t("audit")}
        columns={columns()}
        load={load}
        emptyTitle={t("no_events")}
        dialogTitle={t("event")}
      />
    </>
  );
}

function columns(): Column<Event>[] {
  return [
    {
      id: "when",
      label: t("when"),
      cell: ({ created_at }) => <Time at={created_at} />,
      text: ({ created_at }) => created_at,
    },
    {
      id: "type",
      label: t("event_type"),
      cell: ({ event_type }) => <bdi>{codeName(event_type)}</bdi>,
      text: ({ event_type }) => codeName(event_type),
    },
    {
      id: "severity",
      label: t("severity"),
      cell: ({ severity }) => <Badge tone={TONES[severity]}>{codeName(severity)}</Badge>,
      text: ({ severity }) => codeName(severity),
    },
    {
      id: "person",
      label: t("person"),
      cell: ({ user_id, subject }) => <Code>{user_id ?? subject}</Code>,
      text: ({ user_id, subject }) => user_id ?? subject,
    },
    {
      id: "action",
      label: t("action"),
      cell: ({ action }) => <bdi>{action && codeName(action)}</bdi>,
      text: ({ action }) => action && codeName(action),
    },
    { id: "model", label: t("model"), cell: ({ model }) => <Code>{model}</Code>, text: ({ model }) => model },
    {
      id: "seq",
      label: "#",
      end: true,
      cell: ({ seq }) => <Code>{seq}</Code>,
      text: ({ seq }) => seq,
      hidden: true,
    },
  ];
}
