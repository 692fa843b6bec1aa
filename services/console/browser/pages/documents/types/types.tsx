/** The types that the organisation made itself: listed, made, changed, taken along as a file, deleted. */
import { useSignal } from "@preact/signals";
import { get, useGet } from "../../../api.ts";
import { t as common } from "../../../i18n/shared_words.ts";
import { number } from "../../../i18n/format.ts";
import { lang } from "../../../prefs.ts";
import { navigate, query, setQuery } from "../../../router.ts";
import { Confirm } from "../../../ui/dialog.tsx";
import { Icon } from "../../../ui/icons.tsx";
import { Await, Card, Empty } from "../../../ui/state.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { Code, Time } from "../../../ui/time.tsx";
import { toast, toastFailure } from "../../../ui/toast.tsx";
import { type Imported, YamlImport } from "../../../ui/yaml_import.tsx";
import { readOwnTypes, TYPES } from "../own_names.ts";
import { inputOf, type OwnType } from "./own_type.ts";
import { TypeEditor } from "./type_editor.tsx";
import { t } from "./type_words.ts";

export function Types() {
  const list = useGet<{ types: OwnType[] }>(TYPES);
  const name = query.value.get("type");
  const reload = () => {
    list.reload();
    void readOwnTypes();
  };
  const saved = (type: OwnType) => {
    toast(() => t("saved", { name: type.names[lang.value], version: type.version }));
    reload();
    navigate(`/documents?view=types&type=${type.name}`, { replace: name !== null });
  };
  if (query.value.get("new")) return <TypeEditor saved={saved} />;
  return (
    <Await of={list}>
      {({ types }) => {
        if (name === null) return <List types={types} reload={reload} />;
        const opened = types.find((type) => type.name === name);
        if (opened) return <TypeEditor key={`${name} ${opened.version}`} of={opened} saved={saved} />;
        // A type that was just made is in the list once that has been read again.
        if (list.loading.value) return <p class="waiting" aria-busy="true">{common("loading")}</p>;
        return (
          <Card>
            <Empty title={t("gone")}>
              <a href="/documents?view=types">{t("back")}</a>
            </Empty>
          </Card>
        );
      }}
    </Await>
  );
}

function List({ types, reload }: { types: OwnType[]; reload(): void }) {
  const importing = useSignal(false);
  const removed = useSignal<OwnType | undefined>(undefined);
  const remove = async (type: OwnType) => {
    try {
      await get(`${TYPES}/${type.name}`, { method: "DELETE" });
      reload();
      const undo = { label: () => t("undo"), act: () => void putBack(type, reload) };
      toast(() => t("deleted", { name: type.names[lang.value] }), { undo });
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <Card
      title={t("types")}
      actions={
        <>
          <a role="button" class="secondary" href={`/api${TYPES}/export`} download>{t("export")}</a>
          <button type="button" class="secondary" onClick={() => importing.value = true}>
            {t("import")}
          </button>
          <button type="button" onClick={() => setQuery({ new: "1" })}>
            <Icon name="plus" /> {t("new")}
          </button>
        </>
      }
    >
      <p class="muted">{t("intro")} {t("again")}</p>
      <Table
        label={t("types")}
        rows={types}
        empty={<Empty title={t("none")}>{t("none_words")}</Empty>}
        columns={columns((type) => removed.value = type)}
      />
      {importing.value && (
        <YamlImport
          title={t("import")}
          intro={t("import_words")}
          ask={(json) => get<Imported>(`${TYPES}/import`, { method: "POST", json })}
          done={(n) => {
            toast(() => t("imported", { n }));
            reload();
          }}
          onClose={() => importing.value = false}
        />
      )}
      {removed.value && (
        <Confirm
          title={removed.value.names[lang.value]}
          text={t("delete_words")}
          label={common("delete")}
          act={() => removed.value && void remove(removed.value)}
          onClose={() => setTimeout(() => removed.value = undefined)}
        />
      )}
    </Card>
  );
}

async function putBack(type: OwnType, reload: () => void): Promise<void> {
  try {
    await get(TYPES, { method: "POST", json: inputOf(type) });
    reload();
  } catch (error) {
    toastFailure(error);
  }
}

function columns(remove: (type: OwnType) => void): Column<OwnType>[] {
  return [
    {
      id: "name",
      label: common("name"),
      cell: ({ name, names }) => (
        <a href={`/documents?view=types&type=${name}`}>
          <bdi>{names[lang.value]}</bdi>
        </a>
      ),
    },
    { id: "key", label: t("key"), cell: ({ name }) => <Code>{name}</Code> },
    {
      id: "fields",
      label: t("fields"),
      end: true,
      cell: ({ fields }) => number(fields.length),
      text: ({ fields }) => fields.length,
    },
    {
      id: "checks",
      label: t("checks"),
      end: true,
      cell: ({ checks }) => number(checks.length),
      text: ({ checks }) => checks.length,
    },
    {
      id: "version",
      label: t("version"),
      end: true,
      cell: ({ version }) => number(version),
      text: ({ version }) => version,
    },
    { id: "by", label: t("by"), cell: ({ updated_by }) => <bdi>{updated_by}</bdi> },
    { id: "at", label: t("at"), cell: ({ updated_at }) => <Time at={updated_at} /> },
    {
      id: "delete",
      label: common("delete"),
      end: true,
      cell: (type) => (
        <button
          type="button"
          class="plain"
          aria-label={`${common("delete")} ${type.names[lang.value]}`}
          onClick={() => remove(type)}
        >
          <Icon name="trash" />
        </button>
      ),
    },
  ];
}
