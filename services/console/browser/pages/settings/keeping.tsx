/** How long data is kept, and the state of the backups. */
import { nameOf } from "../../i18n/shared_words.ts";
import { bytes, relative } from "../../i18n/format.ts";
import { Await, Badge, Card, Stat, Stats } from "../../ui/state.tsx";
import { Table } from "../../ui/table.tsx";
import { Code, Time } from "../../ui/time.tsx";
import { type FromAll, type Installed, useInstalled } from "./installation.ts";
import { databaseWords } from "./overview.tsx";
import { Unanswered } from "./unanswered.tsx";
import { t } from "./words.ts";

export function Keeping() {
  const installed = useInstalled();
  return (
    <Await of={installed}>
      {(told) => (
        <>
          <Unanswered names={told.silent} />
          <Backups told={told} />
          <Card title={t("retention")}>
            <Retention told={told} />
          </Card>
        </>
      )}
    </Await>
  );
}

interface Kept {
  what: "kept_audit" | "kept_usage" | "kept_responses" | "kept_documents" | "kept_people" | "kept_rest";
  service?: string;
  setting?: string;
  /** What 0 days mean. */
  zero?: "for_ever" | "not_kept";
  otherwise?: "until_deleted" | "year_after";
}

const KEPT: readonly Kept[] = [
  { what: "kept_audit", service: "guard", setting: "AUDIT_RETENTION_DAYS", zero: "for_ever" },
  { what: "kept_usage", service: "gateway", setting: "GATEWAY_RETENTION_DAYS", zero: "for_ever" },
  { what: "kept_responses", service: "gateway", setting: "GATEWAY_RESPONSES_DAYS", zero: "not_kept" },
  { what: "kept_documents", service: "documents", setting: "DOCUMENTS_RETENTION_DAYS", zero: "for_ever" },
  { what: "kept_people", otherwise: "year_after" },
  { what: "kept_rest", otherwise: "until_deleted" },
];

function Retention({ told }: { told: FromAll<Installed> }) {
  const days = ({ service, setting, zero = "for_ever", otherwise }: Kept) => {
    if (otherwise) return t(otherwise);
    const installed = told.answers.find((answer) => answer.service === service)?.answer;
    const value = installed?.settings.find(({ name }) => name === setting)?.value;
    if (value === undefined || value === null) return "–";
    return Number(value) === 0 ? t(zero) : t("days", { n: Number(value) });
  };
  return (
    <Table
      label={t("retention")}
      rows={[...KEPT]}
      columns={[
        { id: "what", label: t("data"), sentences: true, cell: ({ what }) => t(what) },
        { id: "kept", label: t("kept"), cell: days },
        { id: "setting", label: t("setting"), cell: ({ setting }) => <Code>{setting}</Code> },
      ]}
    />
  );
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

interface Copy {
  name: string;
  taken_at: string;
  kind: "copy" | "dump";
  bytes: number;
  services: string[];
}

/** Services of one data folder tell of the same copies. */
function copiesOf({ answers }: FromAll<Installed>): Copy[] {
  const all = new Map<string, Copy>();
  for (const { service, answer } of answers) {
    for (const copy of answer.backups?.copies ?? []) {
      const key = `${copy.name} ${copy.bytes}`;
      all.set(key, { ...copy, services: [...all.get(key)?.services ?? [], service] });
    }
  }
  return [...all.values()].sort((a, b) => a.taken_at < b.taken_at ? 1 : -1);
}

function Backups({ told }: { told: FromAll<Installed> }) {
  const copies = copiesOf(told);
  const [last] = copies;
  const stores = told.answers.flatMap(({ answer }) => answer.backups ? [answer] : []);
  const hours = stores.map(({ backups }) => backups?.every_hours ?? 0).find((hours) => hours > 0);
  const age = last ? Date.now() - Date.parse(last.taken_at) : 0;
  const isOld = age > Math.max(2 * DAY_MS, 2 * (hours ?? 0) * HOUR_MS);
  const databases = [...new Set(stores.map(({ database }) => databaseWords(database)))];
  return (
    <Card title={t("backups")}>
      <Stats>
        <Stat
          label={t("last_backup")}
          value={last
            ? <Badge tone={isOld ? "warn" : "good"}>{relative(-age / 1000)}</Badge>
            : <Badge tone="warn">{t("never")}</Badge>}
        />
        <Stat label={t("every")} value={hours ? t("every_hours", { n: hours }) : t("by_hand")} />
        <Stat label={t("database")} value={databases.join(" · ")} />
      </Stats>
      {!last && <p class="note warn">{t("no_backup")}. {t("backup_words")}</p>}
      {last && isOld && (
        <p class="note warn">{t("old_backup", { when: relative(-age / 1000) })}. {t("backup_words")}</p>
      )}
      {last && (
        <Table
          label={t("backups")}
          rows={copies}
          columns={[
            { id: "taken", label: t("taken"), cell: ({ taken_at }) => <Time at={taken_at} /> },
            { id: "kind", label: t("kind"), cell: ({ kind }) => t(kind) },
            {
              id: "size",
              label: t("size"),
              end: true,
              cell: (copy) => bytes(copy.bytes),
              text: (copy) => copy.bytes,
            },
            {
              id: "restore",
              label: t("restore"),
              cell: ({ name }) => <Code>{`deno task restore ${name}`}</Code>,
            },
            {
              id: "services",
              label: t("service"),
              cell: ({ services }) =>
                services.length === stores.length ? t("all_services") : services.map(nameOf).join(" · "),
            },
          ]}
        />
      )}
    </Card>
  );
}
