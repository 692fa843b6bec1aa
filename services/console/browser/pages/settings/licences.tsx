/** The packages that the platform is made of, with their licences. */
import { useMemo } from "preact/hooks";
import type { Licence } from "../../../shared/licence.ts";
import { useGet } from "../../api.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { fold } from "../../i18n/fold.ts";
import { query, setQuery } from "../../router.ts";
import { Choice, Field } from "../../ui/field.tsx";
import { loadedRows } from "../../ui/rows.ts";
import { Await, Empty } from "../../ui/state.tsx";
import { type Column, LongTable } from "../../ui/table.tsx";
import { Code } from "../../ui/time.tsx";
import { t } from "./words.ts";

export function Licences() {
  const told = useGet<{ packages: Licence[] }>("/console/licences");
  return (
    <>
      <p class="muted">{t("licences_words")}</p>
      <Await of={told}>{({ packages }) => <Listed packages={packages} />}</Await>
    </>
  );
}

function Listed({ packages }: { packages: Licence[] }) {
  const search = fold(query.value.get("search") ?? "");
  const licence = query.value.get("licence") ?? "";
  const known = useMemo(
    () => [...new Set(packages.flatMap(({ licence }) => licence ?? []))].sort(),
    [packages],
  );
  const load = useMemo(
    () =>
      loadedRows(
        packages.filter((item) => fold(item.name).includes(search) && (!licence || item.licence === licence)),
      ),
    [packages, search, licence],
  );
  return (
    <>
      <div class="filters">
        <Field
          label={common("search")}
          type="search"
          dir="ltr"
          value={query.value.get("search") ?? ""}
          onInput={(search) => setQuery({ search }, { replace: true })}
        />
        <Choice
          label={t("licence")}
          value={licence}
          options={[
            { value: "", label: common("all") },
            ...known.map((value) => ({ value, label: value })),
          ]}
          onChange={(licence) => setQuery({ licence })}
        />
      </div>
      <LongTable
        name="licences"
        label={t("licences")}
        columns={columns()}
        load={load}
        empty={<Empty title={common("no_match")} />}
      />
    </>
  );
}

function columns(): Column<Licence>[] {
  return [
    { id: "package", label: t("package"), cell: ({ name }) => <Code>{name}</Code>, text: ({ name }) => name },
    {
      id: "version",
      label: common("version"),
      cell: ({ version }) => <Code>{version}</Code>,
      text: ({ version }) => version,
    },
    {
      id: "licence",
      label: t("licence"),
      cell: ({ licence }) => licence === null ? t("unstated") : <Code>{licence}</Code>,
      text: ({ licence }) => licence,
    },
    {
      id: "home",
      label: t("home"),
      cell: ({ home }) =>
        home === null ? "–" : <a href={home} rel="noreferrer" target="_blank" dir="ltr">{home}</a>,
      text: ({ home }) => home,
    },
  ];
}
