/** The signed-in person, and the services with their versions and what each lacks. */
import { expires, isAdmin, user } from "../../boot.ts";
import { nameOf, t as common } from "../../i18n/shared_words.ts";
import { dateTime } from "../../i18n/format.ts";
import { services } from "../../live.ts";
import { ServiceCard } from "../../ui/service_head.tsx";
import { Await, Card, Stat, Stats } from "../../ui/state.tsx";
import { Table } from "../../ui/table.tsx";
import { Code } from "../../ui/time.tsx";
import { type Installed, useInstalled } from "./installation.ts";
import { Unanswered } from "./unanswered.tsx";
import { t } from "./words.ts";

export function Overview() {
  const role = user.value?.role ?? "user";
  return (
    <>
      <Card title={t("me")}>
        <Stats>
          <Stat label={t("person")} value={user.value?.sub} />
          <Stat label={t("role")} value={common(`role_${role}`)} />
          <Stat label={t("until")} value={dateTime(expires.value * 1000)} />
        </Stats>
      </Card>
      {isAdmin.value && <Versions />}
      <div class="cards">
        {(services.value ?? []).map(({ name }) => <ServiceCard key={name} name={name} />)}
      </div>
    </>
  );
}

function Versions() {
  const installed = useInstalled();
  return (
    <Card title={t("versions")}>
      <Await of={installed}>
        {({ answers, silent }) => (
          <>
            <Unanswered names={silent} />
            <Table
              label={t("versions")}
              rows={answers.map(({ answer }) => answer)}
              columns={[
                { id: "service", label: t("service"), cell: ({ service }) => nameOf(service) },
                { id: "version", label: common("version"), cell: ({ version }) => <Code>{version}</Code> },
                {
                  id: "runtime",
                  label: t("runs_on"),
                  cell: ({ runtime }) => (
                    <span title={runtime.system}>
                      <Code>{`Deno ${runtime.deno}`}</Code>
                    </span>
                  ),
                },
                { id: "database", label: t("database"), cell: ({ database }) => databaseWords(database) },
              ]}
            />
          </>
        )}
      </Await>
    </Card>
  );
}

export function databaseWords(database: Installed["database"]): string {
  return database ? t(database.engine, { version: database.version }) : "–";
}
