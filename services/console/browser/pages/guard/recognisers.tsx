/** The organisation's own kinds of personal data: listed, switched, described and deleted. */
import { useSignal } from "@preact/signals";
import { get } from "../../api.ts";
import { isAdmin } from "../../boot.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { query, setQuery } from "../../router.ts";
import { More, useList } from "../../ui/list.tsx";
import { Confirm, Dialog } from "../../ui/dialog.tsx";
import { Check } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import { optimistic } from "../../ui/optimistic.ts";
import { Await, Card, Empty } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Code, Time } from "../../ui/time.tsx";
import { toast, toastFailure } from "../../ui/toast.tsx";
import { type Recogniser, type RecogniserInput, RECOGNISERS } from "./recogniser.ts";
import { RecogniserEditor } from "./recogniser_editor.tsx";
import { t } from "./recogniser_words.ts";

export function Recognisers() {
  const list = useList<Recogniser>(`${RECOGNISERS}?limit=100`);
  const making = useSignal(false);
  const removed = useSignal<Recogniser | undefined>(undefined);
  const opened = list.data.value?.find(({ id }) => id === query.value.get("recogniser"));
  const close = () => {
    making.value = false;
    setQuery({ recogniser: undefined });
  };
  const perform = async (request: () => Promise<unknown>) => {
    try {
      await request();
      list.reload();
      return true;
    } catch (error) {
      toastFailure(error);
      return false;
    }
  };
  const save = async (json: RecogniserInput) => {
    const saved = await perform(() =>
      opened
        ? get(`${RECOGNISERS}/${opened.id}`, { method: "PUT", json })
        : get(RECOGNISERS, { method: "POST", json })
    );
    if (saved) close();
  };
  const remove = async ({ id, name }: Recogniser) => {
    if (await perform(() => get(`${RECOGNISERS}/${id}`, { method: "DELETE" }))) {
      toast(() => t("deleted", { name }));
    }
  };
  return (
    <Card
      title={t("recognisers")}
      actions={isAdmin.value && (
        <button type="button" onClick={() => making.value = true}>
          <Icon name="plus" /> {t("new")}
        </button>
      )}
    >
      <p class="muted">{t("intro")}</p>
      <Await of={list}>
        {(rows) => (
          <Table
            label={t("recognisers")}
            rows={rows}
            empty={<Empty title={t("none")}>{t("none_words")}</Empty>}
            columns={columns({
              toggle: (id, is_active) =>
                void optimistic(
                  list,
                  (rows) =>
                    rows.map((recogniser) =>
                      recogniser.id === id ? { ...recogniser, is_active } : recogniser
                    ),
                  () => get(`${RECOGNISERS}/${id}`, { method: "PUT", json: { is_active } }),
                ),
              remove: (recogniser) => removed.value = recogniser,
            })}
          />
        )}
      </Await>
      <More of={list} />
      {(making.value || opened) && (
        <Dialog title={t(opened ? "recogniser" : "new")} open onClose={close} wide>
          <RecogniserEditor key={opened?.id} of={opened} save={save} onClose={close} />
        </Dialog>
      )}
      {removed.value && (
        <Confirm
          title={removed.value.name}
          text={t("delete_words")}
          label={common("delete")}
          act={() => removed.value && void remove(removed.value)}
          onClose={() => setTimeout(() => removed.value = undefined)}
        />
      )}
    </Card>
  );
}

function columns(
  { toggle, remove }: { toggle(id: string, on: boolean): void; remove(recogniser: Recogniser): void },
): Column<Recogniser>[] {
  return [
    {
      id: "name",
      label: common("name"),
      cell: ({ id, name }) => (
        <a href={`/guard?view=recognisers&recogniser=${id}`}>
          <bdi>{name}</bdi>
        </a>
      ),
    },
    { id: "type", label: t("type"), cell: ({ type }) => <Code>{type}</Code> },
    { id: "pattern", label: t("pattern"), cell: ({ pattern }) => <Code>{pattern}</Code> },
    {
      id: "active",
      label: t("in_use"),
      cell: ({ id, name, is_active }) =>
        isAdmin.value
          ? (
            <Check
              label={<span class="hidden">{`${t("in_use")}: ${name}`}</span>}
              checked={is_active}
              onChange={(on) => toggle(id, on)}
            />
          )
          : common(is_active ? "yes" : "no"),
      text: ({ is_active }) => common(is_active ? "yes" : "no"),
    },
    { id: "updated", label: t("changed"), cell: ({ updated_at }) => <Time at={updated_at} /> },
    ...isAdmin.value
      ? [{
        id: "delete",
        label: common("delete"),
        end: true,
        cell: (recogniser: Recogniser) => (
          <button
            type="button"
            class="plain"
            aria-label={`${common("delete")} ${recogniser.name}`}
            onClick={() => remove(recogniser)}
          >
            <Icon name="trash" />
          </button>
        ),
      }]
      : [],
  ];
}
