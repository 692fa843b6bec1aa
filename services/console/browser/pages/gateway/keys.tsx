/** Virtual keys: made, shown once, rotated, revoked. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { get, useGet } from "../../api.ts";
import { offer } from "../../commands.ts";
import { nameOf, t as common } from "../../i18n/common.ts";
import { number, usd } from "../../i18n/format.ts";
import { query, setQuery } from "../../router.ts";
import { Confirm, Dialog } from "../../ui/dialog.tsx";
import { Choice, Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Secret } from "../../ui/secret.tsx";
import { Await, Badge, Empty } from "../../ui/state.tsx";
import { type Column, LongTable } from "../../ui/table.tsx";
import { Code, Time } from "../../ui/time.tsx";
import { toast, toastFailure } from "../../ui/toast.tsx";
import type { PageOf, VirtualKey } from "./calls.ts";
import { BudgetFill, LimitFields, type Limits, limitsBody, NO_LIMITS } from "./limits.tsx";
import { t } from "./words.ts";

const PATH = "/gateway/governance/virtual-keys";
const GRACE_SECONDS = 3_600;

export function Keys() {
  const making = useSignal(false);
  const secret = useSignal("");
  const turn = useSignal(0);
  const search = query.value.get("search") ?? "";
  const opened = query.value.get("key");
  const round = turn.value;
  const load = useMemo(
    () => async (offset: number, limit: number, signal: AbortSignal) => {
      const filter = search ? `&search=${encodeURIComponent(search)}` : "";
      const page = await get<PageOf<VirtualKey>>(
        `${PATH}?page=${offset / limit + 1}&limit=${limit}${filter}`,
        { signal },
      );
      const hint = `${nameOf("gateway")}, ${t("keys")}`;
      if (offset === 0) {
        offer(
          "keys",
          page.data.map(({ id, name }) => ({ label: name, hint, address: `/gateway?view=keys&key=${id}` })),
        );
      }
      return { rows: page.data, total: page.total };
    },
    [search, round],
  );
  const changed = (key?: string) => {
    secret.value = key ?? "";
    turn.value++;
  };
  return (
    <>
      <div class="filters">
        <Field
          label={common("search")}
          type="search"
          value={search}
          onInput={(search) => setQuery({ search }, { replace: true })}
        />
        <button type="button" onClick={() => making.value = true}>
          <Icon name="plus" /> {t("new_key")}
        </button>
      </div>
      <LongTable
        name="keys"
        label={t("keys")}
        columns={columns()}
        load={load}
        empty={<Empty title={t("no_keys")}>{t("no_keys_words")}</Empty>}
        onOpen={({ id }) => setQuery({ key: id })}
      />
      <NewKey open={making.value} onClose={() => making.value = false} made={changed} />
      {opened && <KeyDetail id={opened} changed={changed} />}
      <Dialog title={t("key")} open={secret.value !== ""} onClose={() => secret.value = ""}>
        <p>{t("shown_once")}</p>
        <Secret value={secret.value} label={t("key")} />
      </Dialog>
    </>
  );
}

const TONES = { active: "good", revoked: "bad", expired: "warn" } as const;

function Status({ status }: { status: VirtualKey["status"] }) {
  const words = { active: t("active"), revoked: t("revoked_status"), expired: t("expired") };
  return <Badge tone={TONES[status]}>{words[status]}</Badge>;
}

function columns(): Column<VirtualKey>[] {
  return [
    {
      id: "name",
      label: common("name"),
      cell: ({ id, name }) => (
        <a href={`/gateway?view=keys&key=${id}`}>
          <bdi>{name}</bdi>
        </a>
      ),
      text: ({ name }) => name,
    },
    { id: "hint", label: t("key"), cell: ({ key_hint }) => <Code>{key_hint}</Code> },
    {
      id: "status",
      label: common("status"),
      cell: ({ status }) => <Status status={status} />,
      text: ({ status }) => status,
    },
    {
      id: "budget",
      label: t("budget_short"),
      end: true,
      cell: ({ budget }) => budget ? usd(budget.limit_usd) : "–",
    },
    {
      id: "rpm",
      label: t("rpm"),
      end: true,
      cell: ({ rate_limit }) =>
        rate_limit?.requests_per_minute ? number(rate_limit.requests_per_minute) : "–",
    },
    { id: "expires", label: t("expires"), cell: ({ expires_at }) => <Time at={expires_at} />, hidden: true },
    { id: "created", label: common("created"), cell: ({ created_at }) => <Time at={created_at} /> },
  ];
}

function NewKey({ open, onClose, made }: { open: boolean; onClose(): void; made(key: string): void }) {
  const limits = useSignal<Limits>(NO_LIMITS);
  const team = useSignal("");
  const models = useSignal("");
  const teams = useGet<PageOf<{ id: string; name: string }>>(
    open ? "/gateway/governance/teams?limit=100" : undefined,
  );
  useEffect(() => {
    if (open) limits.value = NO_LIMITS;
  }, [open]);
  const submit = async (event: Event) => {
    event.preventDefault();
    const allowed = models.value.split(",").map((name) => name.trim()).filter(Boolean);
    const json = {
      ...limitsBody(limits.value),
      team_id: team.value || null,
      allowed_models: allowed.length > 0 ? allowed : null,
    };
    try {
      const { key } = await get<{ key: string }>(PATH, { method: "POST", json });
      onClose();
      made(key);
    } catch (error) {
      toastFailure(error);
    }
  };
  const options = [
    { value: "", label: t("no_team") },
    ...(teams.data.value?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <Dialog title={t("new_key")} open={open} onClose={onClose}>
      <form onSubmit={submit}>
        <Field
          label={common("name")}
          required
          value={limits.value.name}
          onInput={(name) => limits.value = { ...limits.value, name }}
        />
        <Choice
          label={t("team")}
          value={team.value}
          options={options}
          onChange={(value) => team.value = value}
        />
        <LimitFields of={limits} />
        <Field
          label={t("allowed")}
          help={t("allowed_help")}
          dir="ltr"
          value={models.value}
          onInput={(value) => models.value = value}
        />
        <footer>
          <button type="button" class="secondary" onClick={onClose}>{common("cancel")}</button>
          <button type="submit">{common("create")}</button>
        </footer>
      </form>
    </Dialog>
  );
}

function KeyDetail({ id, changed }: { id: string; changed(secret?: string): void }) {
  const key = useGet<VirtualKey>(`${PATH}/${encodeURIComponent(id)}`);
  const asking = useSignal<"rotate" | "revoke" | undefined>(undefined);
  const close = () => setQuery({ key: undefined });
  const act = async (name: string) => {
    try {
      if (asking.value === "rotate") {
        const { key } = await get<{ key: string }>(`${PATH}/${id}/rotate?grace_seconds=${GRACE_SECONDS}`, {
          method: "POST",
        });
        close();
        changed(key);
      } else {
        await get(`${PATH}/${id}/revoke`, { method: "POST" });
        toast(() => t("revoked", { name }));
        close();
        changed();
      }
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <Dialog title={t("key")} open onClose={close}>
      <Await of={key}>
        {(data) => (
          <>
            <h3>
              <bdi>{data.name}</bdi> <Status status={data.status} />
            </h3>
            <p>
              <Code>{data.key_hint}</Code>
            </p>
            <BudgetFill of={data} />
            <p>{data.allowed_models && <Code>{data.allowed_models.join(", ")}</Code>}</p>
            <p>
              <a href={`/gateway?view=calls&tenant_id=${data.id}`}>{t("calls")}</a>
            </p>
            {data.status === "active" && (
              <footer>
                <button type="button" class="secondary" onClick={() => asking.value = "rotate"}>
                  {t("rotate")}
                </button>
                <button type="button" class="danger" onClick={() => asking.value = "revoke"}>
                  {t("revoke")}
                </button>
              </footer>
            )}
            {asking.value && (
              <Confirm
                title={t(asking.value)}
                text={t(asking.value === "rotate" ? "rotate_words" : "revoke_words")}
                label={t(asking.value)}
                act={() => void act(data.name)}
                onClose={() => setTimeout(() => asking.value = undefined)}
              />
            )}
          </>
        )}
      </Await>
    </Dialog>
  );
}
