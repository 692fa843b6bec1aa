/** Teams and customers, with what is left of their budgets. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get, useGet } from "../../api.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { Confirm, Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Await, Card, Empty } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { toast, toastFailure } from "../../ui/toast.tsx";
import type { Budget, Governed, PageOf } from "./calls.ts";
import { BudgetFill, LimitFields, type Limits, limitsBody, limitsOf, NO_LIMITS } from "./limits.tsx";
import { t as say } from "./own_key_words.ts";
import { t } from "./words.ts";

type Kind = "teams" | "customers";

export function Groups() {
  return (
    <>
      <p class="muted">{t("groups_words")}</p>
      <div class="split">
        <Group kind="teams" />
        <Group kind="customers" />
      </div>
    </>
  );
}

function Group({ kind }: { kind: Kind }) {
  const path = `/gateway/governance/${kind}`;
  const list = useGet<PageOf<Governed>>(`${path}?limit=100`);
  const edited = useSignal<Governed | "new" | undefined>(undefined);
  const doomed = useSignal<Governed | undefined>(undefined);
  const remove = async ({ id, name }: Governed) => {
    try {
      await get(`${path}/${id}`, { method: "DELETE" });
      toast(() => t("deleted", { name }));
      list.reload();
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <Card
      title={t(kind)}
      actions={
        <button type="button" class="small" onClick={() => edited.value = "new"}>
          <Icon name="plus" /> {t(kind === "teams" ? "new_team" : "new_customer")}
        </button>
      }
    >
      <Await of={list}>
        {({ data }) => (
          <Table
            label={t(kind)}
            rows={data}
            empty={<Empty title={t("no_groups")} />}
            columns={groupColumns(path, {
              edit: (group) => edited.value = group,
              remove: (group) => doomed.value = group,
            })}
          />
        )}
      </Await>
      <Edit
        kind={kind}
        title={t(kind)}
        of={edited.value}
        onClose={() => edited.value = undefined}
        done={list.reload}
      />
      {doomed.value && (
        <Confirm
          title={doomed.value.name}
          text={t("delete_words")}
          label={common("delete")}
          act={() => doomed.value && void remove(doomed.value)}
          onClose={() => setTimeout(() => doomed.value = undefined)}
        />
      )}
    </Card>
  );
}

function groupColumns(
  path: string,
  { edit, remove }: { edit(group: Governed): void; remove(group: Governed): void },
): Column<Governed>[] {
  return [
    {
      id: "name",
      label: common("name"),
      cell: (group) => (
        <button type="button" class="link" onClick={() => edit(group)}>
          <bdi>{group.name}</bdi>
        </button>
      ),
    },
    {
      id: "budget",
      label: t("budget_short"),
      cell: (group) => <Filled path={path} of={group} />,
      text: ({ budget }) => budget?.limit_usd,
    },
    {
      id: "calls",
      label: t("calls"),
      cell: ({ id }) => (
        <a href={`/gateway?view=calls&${path.endsWith("teams") ? "team_id" : "customer_id"}=${id}`}>
          {t("calls")}
        </a>
      ),
    },
    {
      id: "delete",
      label: common("delete"),
      end: true,
      cell: (group) => (
        <button
          type="button"
          class="plain"
          aria-label={`${common("delete")} ${group.name}`}
          onClick={() => remove(group)}
        >
          <Icon name="trash" />
        </button>
      ),
    },
  ];
}

interface OwnKeys {
  keys: string;
  budget: Budget | null;
}

const NO_KEYS: OwnKeys = { keys: "", budget: null };

const selfService = ({ keys, budget }: OwnKeys) => ({
  self_service: keys.trim() ? { keys: Number(keys), budget } : null,
});

/** The keys that holders of a team's keys may make themselves. */
function OwnKeyFields({ of }: { of: Signal<OwnKeys> }) {
  const { keys, budget } = of.value;
  const limit = (text: string): Budget | null =>
    text.trim() ? { limit_usd: Number(text), period: budget?.period ?? "monthly" } : null;
  return (
    <div class="form-row">
      <Field
        label={say("self_service")}
        help={say("self_service_help")}
        type="number"
        min={1}
        value={keys}
        onInput={(keys) => of.value = { ...of.value, keys }}
      />
      <Field
        label={say("self_budget", { period: t(`${budget?.period ?? "monthly"}_period`) })}
        help={t("no_limit")}
        type="number"
        min={0}
        step="any"
        value={budget ? String(budget.limit_usd) : ""}
        onInput={(text) => of.value = { ...of.value, budget: limit(text) }}
      />
    </div>
  );
}

/** The list does not include spending; each group's own answer does. */
function Filled({ path, of }: { path: string; of: Governed }) {
  const detail = useGet<Governed>(of.budget ? `${path}/${of.id}` : undefined);
  return <BudgetFill of={detail.data.value ?? of} />;
}

function Edit(
  { kind, title, of, onClose, done }: {
    kind: Kind;
    title: string;
    of: Governed | "new" | undefined;
    onClose(): void;
    done(): void;
  },
) {
  const path = `/gateway/governance/${kind}`;
  const limits = useSignal<Limits>(NO_LIMITS);
  const own = useSignal(NO_KEYS);
  useEffect(() => {
    const known = of === undefined || of === "new" ? undefined : of;
    limits.value = known ? limitsOf(known) : NO_LIMITS;
    own.value = known?.self_service
      ? { keys: String(known.self_service.keys), budget: known.self_service.budget }
      : NO_KEYS;
  }, [of]);
  const submit = async (event: Event) => {
    event.preventDefault();
    try {
      const json = { ...limitsBody(limits.value), ...kind === "teams" ? selfService(own.value) : {} };
      if (of === "new") await get(path, { method: "POST", json });
      else if (of) await get(`${path}/${of.id}`, { method: "PATCH", json });
      onClose();
      done();
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <Dialog title={title} open={of !== undefined} onClose={onClose}>
      <form onSubmit={submit}>
        <Field
          label={common("name")}
          required
          value={limits.value.name}
          onInput={(name) => limits.value = { ...limits.value, name }}
        />
        <LimitFields of={limits} />
        {kind === "teams" && <OwnKeyFields of={own} />}
        <footer>
          <button type="button" class="secondary" onClick={onClose}>{common("cancel")}</button>
          <button type="submit">{common("save")}</button>
        </footer>
      </form>
    </Dialog>
  );
}
