/** Policies: listed, switched, carried as YAML; one of them with its rule, versions and effect. */
import { useSignal } from "@preact/signals";
import { get, useGet } from "../../api.ts";
import { isAdmin, isManager } from "../../boot.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { query, setQuery } from "../../router.ts";
import { More, useList } from "../../ui/list.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Check } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import { optimistic } from "../../ui/optimistic.ts";
import { Await, Badge, Card, Empty } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { currentTab, Tabs } from "../../ui/tabs.tsx";
import { Time } from "../../ui/time.tsx";
import { toast, toastFailure } from "../../ui/toast.tsx";
import { type Imported, YamlImport } from "../../ui/yaml_import.tsx";
import { kindWord, POLICIES, type Policy, type PolicyInput, TONES } from "./guard.ts";
import { PolicyEditor } from "./policy_editor.tsx";
import { Effect, Versions } from "./policy_history.tsx";
import { t as say } from "./policy_words.ts";
import { t } from "./words.ts";

export function Policies() {
  const list = useList<Policy>(`${POLICIES}?limit=100`);
  const making = useSignal(false);
  const importing = useSignal(false);
  const asked = query.value.get("policy");
  const known = list.data.value?.find(({ id }) => id === asked);
  // One that a search found may be further down the list.
  const other = useGet<Policy>(asked && list.data.value && !known ? `${POLICIES}/${asked}` : undefined);
  const opened = known ?? (other.data.value?.id === asked ? other.data.value : undefined);
  const perform = (request: () => Promise<unknown>) => succeeds(request, list.reload);
  const create = async (policy: PolicyInput) => {
    if (await perform(() => get(POLICIES, { method: "POST", json: policy }))) making.value = false;
  };
  return (
    <Card
      title={t("policies")}
      actions={
        <>
          {isManager.value && (
            <a role="button" class="secondary" href={`/api${POLICIES}/export`} download="policies.yaml">
              <Icon name="download" /> {say("export")}
            </a>
          )}
          {isAdmin.value && (
            <>
              <button type="button" class="secondary" onClick={() => importing.value = true}>
                <Icon name="upload" /> {say("import_title")}
              </button>
              <button type="button" onClick={() => making.value = true}>
                <Icon name="plus" /> {t("new_policy")}
              </button>
            </>
          )}
        </>
      }
    >
      <Await of={list}>
        {(policies) => (
          <Table
            label={t("policies")}
            rows={policies}
            empty={<Empty title={t("no_policies")}>{t("no_policies_words")}</Empty>}
            columns={policyColumns((id, is_active) =>
              void optimistic(
                list,
                (rows) => rows.map((policy) => policy.id === id ? { ...policy, is_active } : policy),
                () => get(`${POLICIES}/${id}`, { method: "PUT", json: { is_active } }),
              )
            )}
          />
        )}
      </Await>
      <More of={list} />
      {making.value && (
        <Dialog title={t("new_policy")} open onClose={() => making.value = false} wide>
          <PolicyEditor save={create} onClose={() => making.value = false} />
        </Dialog>
      )}
      {opened && isManager.value && <Opened key={opened.id} of={opened} reload={list.reload} act={perform} />}
      {importing.value && (
        <YamlImport
          title={say("import_title")}
          intro={say("import_words")}
          ask={(json) => get<Imported>(`${POLICIES}/import`, { method: "POST", json })}
          done={(n) => {
            toast(() => say("imported", { n }));
            list.reload();
          }}
          onClose={() => importing.value = false}
        />
      )}
    </Card>
  );
}

type Act = (request: () => Promise<unknown>) => Promise<boolean>;

function Opened({ of, reload, act }: { of: Policy; reload(): void; act: Act }) {
  const tabs = [
    ...isAdmin.value ? [{ id: "rule", label: say("rule") }] : [],
    { id: "effect", label: say("effect") },
    { id: "versions", label: say("versions") },
  ];
  const part = currentTab(tabs, "part");
  const close = () => setQuery({ policy: undefined, part: undefined });
  const save = async (policy: PolicyInput) => {
    if (await act(() => get(`${POLICIES}/${of.id}`, { method: "PUT", json: policy }))) close();
  };
  const remove = async () => {
    if (!await act(() => get(`${POLICIES}/${of.id}`, { method: "DELETE" }))) return;
    close();
    // A version has all of it, exceptions too, and keeps its id.
    const json = { version: of.version };
    const again = () => void act(() => get(`${POLICIES}/${of.id}/rollback`, { method: "POST", json }));
    toast(() => t("deleted", { name: of.name }), { undo: { label: () => t("undo"), act: again } });
  };
  return (
    <Dialog title={t("policy")} open onClose={close} wide>
      <Tabs tabs={tabs} label={say("parts")} name="part" keep={["view", "policy"]} />
      {part === "rule" && (
        <PolicyEditor
          key={of.version}
          of={of}
          save={save}
          remove={() => void remove()}
          onClose={close}
        />
      )}
      {part === "effect" && <Effect of={of} changed={reload} />}
      {part === "versions" && <Versions of={of} changed={reload} />}
    </Dialog>
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
        isManager.value
          ? (
            <a href={`/guard?view=policies&policy=${id}`}>
              <bdi>{name}</bdi>
            </a>
          )
          : <bdi>{name}</bdi>,
    },
    { id: "type", label: t("type"), cell: ({ rule_type }) => t(kindWord(rule_type)) },
    {
      id: "action",
      label: t("action"),
      cell: ({ action, mode }) => (
        <>
          <Badge tone={TONES[action]}>{t(action)}</Badge>{" "}
          {mode === "shadow" && <Badge>{t("in_shadow")}</Badge>}
        </>
      ),
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
      text: ({ is_active }) => t(is_active ? "in_force" : "off"),
    },
    { id: "updated", label: t("when"), cell: ({ updated_at }) => <Time at={updated_at} /> },
  ];
}
