/** All settings of all services as they are in effect, each with where its value comes from. */
import { useMemo } from "preact/hooks";
import { fold } from "../../i18n/fold.ts";
import { nameOf, t as common } from "../../i18n/shared_words.ts";
import { list } from "../../i18n/format.ts";
import { query, setQuery } from "../../router.ts";
import { Check, Choice, Field } from "../../ui/field.tsx";
import { loadedRows } from "../../ui/rows.ts";
import { Await, Badge, Empty } from "../../ui/state.tsx";
import { type Column, LongTable } from "../../ui/table.tsx";
import { Code } from "../../ui/time.tsx";
import { type FromAll, type Installed, type Setting, useInstalled } from "./installation.ts";
import { meaningText } from "./setting_meanings.ts";
import { Unanswered } from "./unanswered.tsx";
import { t } from "./words.ts";

/** A setting with the services in which it is the same. */
interface Row extends Setting {
  services: string[];
  everywhere: boolean;
}

export function Effective() {
  const installed = useInstalled();
  return (
    <>
      <p class="muted">{t("settings_words")}</p>
      <Await of={installed}>
        {(told) => (
          <>
            <Unanswered names={told.silent} />
            <Settings told={told} />
          </>
        )}
      </Await>
    </>
  );
}

function Settings({ told }: { told: FromAll<Installed> }) {
  const rows = useMemo(() => merged(told), [told]);
  const search = fold(query.value.get("search") ?? "");
  const service = query.value.get("service") ?? "";
  const changed = query.value.get("changed") === "yes";
  const load = useMemo(() =>
    loadedRows(rows.filter((row) =>
      (!service || row.services.includes(service)) &&
      (!changed || !["default", "derived"].includes(row.origin)) &&
      fold(`${row.name} ${row.value ?? ""} ${row.meaning}`).includes(search)
    )), [rows, search, service, changed]);
  return (
    <>
      <div class="filters">
        <Field
          label={common("search")}
          placeholder={t("search_settings")}
          type="search"
          value={query.value.get("search") ?? ""}
          onInput={(search) => setQuery({ search }, { replace: true })}
        />
        <Choice
          label={t("service")}
          value={service}
          options={[
            { value: "", label: common("all") },
            ...told.answers.map(({ service }) => ({ value: service, label: nameOf(service) })),
          ]}
          onChange={(service) => setQuery({ service })}
        />
        <Check
          label={t("changed")}
          checked={changed}
          onChange={(on) => setQuery({ changed: on ? "yes" : undefined })}
        />
      </div>
      <LongTable
        name="settings"
        label={t("effective")}
        columns={columns()}
        load={load}
        empty={<Empty title={t("none_match")} />}
      />
    </>
  );
}

/** One row for a setting that has the same value from the same place in several services. */
function merged({ answers }: FromAll<Installed>): Row[] {
  const rows = new Map<string, Row>();
  for (const { service, answer } of answers) {
    for (const setting of answer.settings) {
      const { name, origin, file, set, value } = setting;
      const key = JSON.stringify([name, origin, file, set, value, setting.default]);
      const row = rows.get(key) ?? { ...setting, services: [], everywhere: false };
      row.services.push(service);
      row.everywhere = row.services.length === answers.length;
      rows.set(key, row);
    }
  }
  return [...rows.values()];
}

function columns(): Column<Row>[] {
  const settingText = ({ set, value }: Row) => value ?? t(set ? "hidden" : "unset");
  const names = ({ services, everywhere }: Row) =>
    everywhere ? t("all_services") : list(services.map(nameOf));
  return [
    { id: "name", label: t("setting"), cell: ({ name }) => <Code>{name}</Code>, text: ({ name }) => name },
    {
      id: "value",
      label: t("value"),
      cell: (row) =>
        row.value === null ? <span class="muted">{settingText(row)}</span> : <Code>{row.value}</Code>,
      text: settingText,
    },
    {
      id: "origin",
      label: t("origin"),
      cell: ({ origin, file }) => (
        <span title={file === null ? undefined : t("from_file", { file })}>
          <Badge tone={origin === "default" || origin === "derived" ? "calm" : "good"}>{t(origin)}</Badge>
        </span>
      ),
      text: ({ origin, file }) => file === null ? t(origin) : t("from_file", { file }),
    },
    { id: "service", label: t("service"), cell: (row) => names(row), text: names },
    {
      id: "default",
      label: t("usual"),
      cell: (row) => row.default === null ? "–" : <Code>{row.default}</Code>,
      text: (row) => row.default,
      hidden: true,
    },
    {
      id: "meaning",
      label: t("meaning"),
      cell: ({ meaning }) => {
        const text = meaningText(meaning);
        return <span dir="auto" class="foreign" title={text}>{text}</span>;
      },
      text: ({ meaning }) => meaningText(meaning),
    },
  ];
}
