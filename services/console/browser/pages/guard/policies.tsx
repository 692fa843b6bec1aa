/** Policies: listed, switched, written with a test beside them, deleted with a way back. */
import { useSignal } from "@preact/signals";
import { get, useGet } from "../../api.ts";
import { isAdmin } from "../../boot.ts";
import { t as common } from "../../i18n/common.ts";
import { query, setQuery } from "../../router.ts";
import { Check } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Await, Badge, Card, Empty } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { toast, toastFailure } from "../../ui/toast.tsx";
import { inputOf, type Policy, type PolicyInput, TONES } from "./guard.ts";
import { PolicyEditor } from "./policy_editor.tsx";
import { t } from "./words.ts";

const PATH = "/guard/api/v1/policies";

export function Policies() {
  const list = useGet<Policy[]>(`${PATH}?limit=100`);
  const making = useSignal(false);
  const opened = list.data.value?.find(({ id }) => id === query.value.get("policy"));
  const act = (request: () => Promise<unknown>) => succeeds(request, list.reload);
  const close = () => {
    making.value = false;
    if (opened) setQuery({ policy: undefined });
  };
  const save = async (policy: PolicyInput) => {
    const saved = await act(() =>
      opened
        ? get(`${PATH}/${opened.id}`, { method: "PUT", json: policy })
        : get(PATH, { method: "POST", json: policy })
    );
    if (saved) close();
  };
  const remove = async (policy: Policy) => {
    if (!await act(() => get(`${PATH}/${policy.id}`, { method: "DELETE" }))) return;
    close();
    const again = () => void act(() => get(PATH, { method: "POST", json: inputOf(policy) }));
    toast(() => t("deleted", { name: policy.name }), { undo: { label: () => t("undo"), act: again } });
  };
  return (
    <Card
      title={t("policies")}
      actions={isAdmin.value && (
        <button type="button" onClick={() => making.value = true}>
          <Icon name="plus" /> {t("new_policy")}
        </button>
      )}
    >
      <Await of={list}>
        {(policies) => (
          <Table
            label={t("policies")}
            rows={policies}
            empty={<Empty title={t("no_policies")}>{t("no_policies_words")}</Empty>}
            columns={policyColumns((id, on) =>
              void act(() => get(`${PATH}/${id}`, { method: "PUT", json: { is_active: on } }))
            )}
          />
        )}
      </Await>
      {(making.value || opened) && (
        <PolicyEditor
          key={opened?.id}
          of={opened}
          save={save}
          remove={opened && (() => void remove(opened))}
          onClose={close}
        />
      )}
    </Card>
  );
}

/** Does something that changes the list; a failure is shown. */
async function succeeds(request: () => Promise<unknown>, reload: () => void): Promise<boolean> {
  try {
    await request();
    reload();
    return true;
  } catch (error) {
    toastFailure(error);
    return false;
  }
}

function policyColumns(toggle: (id: string, on: boolean) => void): Column<Policy>[] {
  return [
    {
      id: "name",
      label: common("name"),
      cell: ({ id, name }) =>
        isAdmin.value
          ? (
            <a href={`/guard?view=policies&policy=${id}`}>
              <bdi>{name}</bdi>
            </a>
          )
          : <bdi>{name}</bdi>,
    },
    {
      id: "type",
      label: t("type"),
      cell: ({ rule_type }) => t(rule_type === "model-based" ? "model_based" : rule_type),
    },
    {
      id: "action",
      label: t("action"),
      cell: ({ action }) => <Badge tone={TONES[action]}>{t(action)}</Badge>,
    },
    {
      id: "active",
      label: t("in_force"),
      cell: ({ id, name, is_active }) =>
        isAdmin.value
          ? (
            <Check
              label={<span class="hidden">{`${t("in_force")}: ${name}`}</span>}
              checked={is_active}
              onChange={(on) => toggle(id, on)}
            />
          )
          : t(is_active ? "in_force" : "off"),
    },
    { id: "updated", label: t("when"), cell: ({ updated_at }) => <Time at={updated_at} /> },
  ];
}
