/** Virtual keys: made, shown once, rotated, revoked. */
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { get, useGet } from "../../api.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { number, usd } from "../../i18n/format.ts";
import { query, setQuery } from "../../router.ts";
import { Confirm, Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Secret } from "../../ui/secret.tsx";
import { Await, Badge, Empty } from "../../ui/state.tsx";
import { type Column, LongTable } from "../../ui/table.tsx";
import { Code, Time } from "../../ui/time.tsx";
import { toast, toastFailure } from "../../ui/toast.tsx";
import type { PageOf, VirtualKey } from "./calls.ts";
import { BudgetFill } from "./limits.tsx";
import { KeyForm } from "./key_form.tsx";
import { t as say } from "./key_words.ts";
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
      {making.value && <KeyForm onClose={() => making.value = false} done={changed} />}
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
      text: ({ budget }) => budget?.limit_usd,
    },
    {
      id: "rpm",
      label: t("rpm"),
      end: true,
      cell: ({ rate_limit }) =>
        rate_limit?.requests_per_minute ? number(rate_limit.requests_per_minute) : "–",
      text: ({ rate_limit }) => rate_limit?.requests_per_minute,
    },
    { id: "expires", label: t("expires"), cell: ({ expires_at }) => <Time at={expires_at} />, hidden: true },
    { id: "created", label: common("created"), cell: ({ created_at }) => <Time at={created_at} /> },
  ];
}

function KeyDetail({ id, changed }: { id: string; changed(secret?: string): void }) {
  const key = useGet<VirtualKey>(`${PATH}/${encodeURIComponent(id)}`);
  const dialog = useSignal<"rotate" | "revoke" | undefined>(undefined);
  const editing = useSignal(false);
  const close = () => setQuery({ key: undefined });
  const perform = async (name: string) => {
    try {
      if (dialog.value === "rotate") {
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
            <KeyFacts of={data} />
            {data.status === "active" && (
              <footer>
                <button type="button" class="secondary" onClick={() => editing.value = true}>
                  {say("edit")}
                </button>
                <button type="button" class="secondary" onClick={() => dialog.value = "rotate"}>
                  {t("rotate")}
                </button>
                <button type="button" class="danger" onClick={() => dialog.value = "revoke"}>
                  {t("revoke")}
                </button>
              </footer>
            )}
            {editing.value && (
              <KeyForm
                of={data}
                onClose={() => editing.value = false}
                done={() => {
                  key.reload();
                  changed();
                }}
              />
            )}
            {dialog.value && (
              <Confirm
                title={t(dialog.value)}
                text={t(dialog.value === "rotate" ? "rotate_words" : "revoke_words")}
                label={t(dialog.value)}
                act={() => void perform(data.name)}
                onClose={() => setTimeout(() => dialog.value = undefined)}
              />
            )}
          </>
        )}
      </Await>
    </Dialog>
  );
}

function KeyFacts({ of }: { of: VirtualKey }) {
  return (
    <>
      <h3>
        <bdi>{of.name}</bdi> <Status status={of.status} />
      </h3>
      <p>
        <Code>{of.key_hint}</Code>
      </p>
      <BudgetFill of={of} />
      <p>{of.allowed_models && <Code>{of.allowed_models.join(", ")}</Code>}</p>
      <p>
        <a href={`/gateway?view=calls&tenant_id=${of.id}`}>{t("calls")}</a>
      </p>
    </>
  );
}
