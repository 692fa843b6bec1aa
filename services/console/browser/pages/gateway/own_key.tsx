/** The key that one signed in with: what is left of its budgets, and the keys that one may make without an admin. */
import { useSignal } from "@preact/signals";
import { get, useGet } from "../../api.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { usd } from "../../i18n/format.ts";
import { Confirm, Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Secret } from "../../ui/secret.tsx";
import { Await, Card } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Code, Time } from "../../ui/time.tsx";
import { toast, toastFailure } from "../../ui/toast.tsx";
import type { Budget, Governed } from "./calls.ts";
import { BudgetFill } from "./limits.tsx";
import { t as say } from "./own_key_words.ts";
import { t } from "./words.ts";

const PATH = "/gateway/my/keys";

interface Made extends Governed {
  key_hint: string;
  status: "active" | "revoked" | "expired";
}

interface Own extends Governed {
  key_hint: string;
  team: Pick<Governed, "name" | "budget" | "spending"> | null;
  self_service: { keys: number; budget: Budget | null } | null;
}

export function OwnKey() {
  const own = useGet<Own>("/gateway/my/key");
  const allowed = own.data.value?.self_service ?? null;
  return (
    <Await of={own}>
      {(key) => (
        <>
          <Card title={say("own")}>
            <p>
              <bdi>{key.name}</bdi> <Code>{key.key_hint}</Code>
            </p>
            <div class="form-row">
              <div>
                <h3>{say("own_budget")}</h3>
                {key.budget ? <BudgetFill of={key} /> : <p class="muted">{say("no_budget")}</p>}
              </div>
              {key.team && (
                <div>
                  <h3>{say("team_budget", { team: key.team.name })}</h3>
                  {key.team.budget ? <BudgetFill of={key.team} /> : <p class="muted">{say("no_budget")}</p>}
                </div>
              )}
            </div>
          </Card>
          {allowed && <OwnKeys allowed={allowed} />}
        </>
      )}
    </Await>
  );
}

function OwnKeys({ allowed }: { allowed: NonNullable<Own["self_service"]> }) {
  const made = useGet<{ data: Made[] }>(PATH);
  const making = useSignal(false);
  const doomed = useSignal<Made | undefined>(undefined);
  const secret = useSignal("");
  const active = (made.data.value?.data ?? []).filter(({ status }) => status === "active").length;
  const left = Math.max(0, allowed.keys - active);
  const revoke = async ({ id, name }: Made) => {
    try {
      await get(`${PATH}/${id}/revoke`, { method: "POST" });
      toast(() => t("revoked", { name }));
    } catch (error) {
      toastFailure(error);
    }
    made.reload();
  };
  return (
    <Card
      title={say("own_keys")}
      actions={made.data.value && left > 0 && (
        <button
          type="button"
          class="small"
          onClick={() => making.value = true}
        >
          <Icon name="plus" /> {t("new_key")}
        </button>
      )}
    >
      <Await of={made}>
        {({ data }) => (
          <>
            <p class="muted">
              {say("own_keys_words", { left, total: allowed.keys })}{" "}
              {allowed.budget && say("each", { limit: usd(allowed.budget.limit_usd) })}
            </p>
            <Table
              label={say("own_keys")}
              rows={data}
              empty={<p class="muted">{say("none")}</p>}
              columns={columns((key) => doomed.value = key)}
            />
          </>
        )}
      </Await>
      {making.value && (
        <Make
          onClose={() => making.value = false}
          made={(key) => {
            secret.value = key;
            made.reload();
          }}
        />
      )}
      {doomed.value && (
        <Confirm
          title={t("revoke")}
          text={t("revoke_words")}
          label={t("revoke")}
          act={() => doomed.value && void revoke(doomed.value)}
          onClose={() => setTimeout(() => doomed.value = undefined)}
        />
      )}
      <Dialog title={t("key")} open={secret.value !== ""} onClose={() => secret.value = ""}>
        <p>{t("shown_once")}</p>
        <Secret value={secret.value} label={t("key")} />
      </Dialog>
    </Card>
  );
}

const STATUS = { active: "active", revoked: "revoked_status", expired: "expired" } as const;

function columns(revoke: (key: Made) => void): Column<Made>[] {
  return [
    { id: "name", label: common("name"), cell: ({ name }) => <bdi>{name}</bdi>, text: ({ name }) => name },
    { id: "hint", label: t("key"), cell: ({ key_hint }) => <Code>{key_hint}</Code> },
    { id: "status", label: common("status"), cell: ({ status }) => t(STATUS[status]) },
    {
      id: "budget",
      label: t("budget_short"),
      cell: (key) => <BudgetFill of={key} />,
      text: ({ budget }) => budget?.limit_usd,
    },
    { id: "created", label: common("created"), cell: ({ created_at }) => <Time at={created_at} /> },
    {
      id: "revoke",
      label: t("revoke"),
      cell: (key) =>
        key.status === "active" && (
          <button
            type="button"
            class="secondary small"
            aria-label={`${t("revoke")} ${key.name}`}
            onClick={() => revoke(key)}
          >
            {t("revoke")}
          </button>
        ),
    },
  ];
}

function Make({ onClose, made }: { onClose(): void; made(key: string): void }) {
  const name = useSignal("");
  const submit = async (event: Event) => {
    event.preventDefault();
    try {
      const { key } = await get<{ key: string }>(PATH, { method: "POST", json: { name: name.value.trim() } });
      onClose();
      made(key);
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <Dialog title={t("new_key")} open onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Field
          label={common("name")}
          required
          value={name.value}
          onInput={(value) => name.value = value}
        />
        <footer>
          <button type="button" class="secondary" onClick={onClose}>{common("cancel")}</button>
          <button type="submit">{common("create")}</button>
        </footer>
      </form>
    </Dialog>
  );
}
