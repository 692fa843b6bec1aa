/** Every call, by any filter, down to the single one. */
import { codeName } from "../../i18n/service_words.ts";
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { get, useGet } from "../../api.ts";
import { isAdmin } from "../../boot.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { milliseconds, number, usd } from "../../i18n/format.ts";
import { query, setQuery } from "../../router.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Check, Field } from "../../ui/field.tsx";
import { Period, periodParts } from "../../ui/period.tsx";
import { Badge, Empty } from "../../ui/state.tsx";
import { type Column, LongTable } from "../../ui/table.tsx";
import { Code, Time } from "../../ui/time.tsx";
import type { Governed, PageOf, Usage } from "./calls.ts";
import { Holder, holderName } from "./holder.tsx";
import { t as say } from "./price_words.ts";
import { t } from "./words.ts";

const FILTERS = ["model", "provider", "tenant_id", "request_id"] as const;
/** The groups that a link narrows the list to. */
const WITHIN = ["team_id", "customer_id"] as const;

export function CallList() {
  const opened = useSignal<Usage | undefined>(undefined);
  const filters = filterText();
  const load = useMemo(
    () => async (offset: number, limit: number, signal: AbortSignal) => {
      const path = `/gateway/costs?page=${offset / limit + 1}&limit=${limit}${filters && `&${filters}`}`;
      const { data, total } = await get<PageOf<Usage>>(path, { signal });
      return { rows: data, total };
    },
    [filters],
  );
  return (
    <>
      <div class="filters">
        <Filter name="model" label={t("model")} />
        <Filter name="provider" label={t("provider")} />
        {isAdmin.value && <Filter name="tenant_id" label={t("tenant")} />}
        <Filter name="request_id" label={t("request")} />
        <Period />
        <Within />
        <Check
          label={t("unpriced_only")}
          checked={query.value.get("unpriced") === "true"}
          onChange={(on) => setQuery({ unpriced: on ? "true" : undefined })}
        />
      </div>
      <LongTable
        name="calls"
        label={t("calls")}
        columns={columns()}
        load={load}
        csvHref={`/api/gateway/costs/export${filters && `?${filters}`}`}
        empty={<Empty title={t("no_calls")}>{t("no_calls_words")}</Empty>}
        onOpen={(call) => opened.value = call}
        opensByCell
      />
      <Dialog title={t("call")} open={opened.value !== undefined} onClose={() => opened.value = undefined}>
        {opened.value && <Call call={opened.value} />}
      </Dialog>
    </>
  );
}

function Filter({ name, label }: { name: typeof FILTERS[number]; label: string }) {
  return (
    <Field
      label={label}
      type="search"
      dir="ltr"
      value={query.value.get(name) ?? ""}
      onInput={(value) => setQuery({ [name]: value }, { replace: true })}
    />
  );
}

/** The group that a link narrowed the list to, with the way out of it. */
function Within() {
  const name = WITHIN.find((name) => query.value.get(name));
  const id = name && query.value.get(name);
  const kind = name === "team_id" ? "teams" : "customers";
  const group = useGet<Governed>(
    id && isAdmin.value ? `/gateway/governance/${kind}/${encodeURIComponent(id)}` : undefined,
  );
  if (!name) return null;
  return (
    <p class="note">
      {t(name === "team_id" ? "team" : "customer")}:{" "}
      {group.data.value ? <bdi>{group.data.value.name}</bdi> : <Code>{id}</Code>}{" "}
      <button type="button" class="link" onClick={() => setQuery({ [name]: undefined })}>
        {common("all")}
      </button>
    </p>
  );
}

function filterText(): string {
  const parts = new URLSearchParams();
  for (const name of [...FILTERS, ...WITHIN, "unpriced"]) {
    const value = query.value.get(name);
    if (value) parts.set(name, value);
  }
  for (const [edge, moment] of periodParts()) parts.set(edge, moment);
  return parts.toString();
}

function columns(): Column<Usage>[] {
  return [
    {
      id: "time",
      label: t("time"),
      cell: ({ timestamp }) => <Time at={timestamp} />,
      text: ({ timestamp }) => timestamp,
    },
    { id: "model", label: t("model"), cell: ({ model }) => <Code>{model}</Code>, text: ({ model }) => model },
    { id: "provider", label: t("provider"), cell: ({ provider }) => <Code>{provider}</Code> },
    {
      id: "tenant",
      label: t("tenant"),
      cell: ({ tenant_id }) => <Holder id={tenant_id} />,
      text: ({ tenant_id }) => holderName(tenant_id),
      hidden: !isAdmin.value,
    },
    {
      id: "outcome",
      label: t("outcome"),
      cell: (call) => <Outcome {...call} />,
      text: ({ outcome }) => codeName(outcome),
    },
    {
      id: "tokens",
      label: t("tokens"),
      end: true,
      cell: ({ total_tokens }) => number(total_tokens),
      text: ({ total_tokens }) => total_tokens,
    },
    {
      id: "cost",
      label: t("cost"),
      end: true,
      cell: (call) => call.unpriced ? t("no_price") : usd(call.cost_usd),
      text: ({ unpriced, cost_usd }) => unpriced ? null : cost_usd,
    },
    {
      id: "latency",
      label: t("latency"),
      end: true,
      cell: ({ latency_ms }) => milliseconds(latency_ms),
      text: ({ latency_ms }) => latency_ms,
    },
    { id: "request", label: t("request"), hidden: true, cell: ({ request_id }) => <Code>{request_id}</Code> },
    {
      id: "open",
      label: t("call_id"),
      hidden: true,
      cell: ({ id }) => <Code>{id}</Code>,
    },
  ];
}

function Outcome({ outcome }: { outcome: string }) {
  return (
    <Badge tone={outcome === "ok" ? "good" : outcome === "aborted" ? "calm" : "bad"}>
      {codeName(outcome)}
    </Badge>
  );
}

/** An admin can set one, for the calls to come. */
function NoPrice({ provider, model, provider_model }: Usage) {
  const priced = `${provider}/${provider_model ?? model}`;
  if (!isAdmin.value || provider === "none") return <>{t("no_price")}</>;
  return (
    <>
      {t("no_price")} · <a href={`/gateway?view=models&price=${encodeURIComponent(priced)}`}>{say("set")}</a>
    </>
  );
}

function Call({ call }: { call: Usage }) {
  const facts: [string, preact.ComponentChildren][] = [
    [t("time"), <Time key="t" at={call.timestamp} />],
    [t("model"), <Code key="m">{call.model}</Code>],
    [t("provider"), <Code key="p">{`${call.provider} / ${call.provider_model ?? "–"}`}</Code>],
    [t("tenant"), <Holder key="h" id={call.tenant_id} />],
    [t("outcome"), <Outcome key="o" {...call} />],
    [t("prompt_tokens"), number(call.prompt_tokens)],
    [t("completion_tokens"), number(call.completion_tokens)],
    [t("cost"), call.unpriced ? <NoPrice key="c" {...call} /> : usd(call.cost_usd)],
    [t("latency"), milliseconds(call.latency_ms)],
    [t("first_token"), call.ttft_ms === null ? "–" : milliseconds(call.ttft_ms)],
    [t("cached"), common(call.cached ? "yes" : "no")],
    [t("estimated"), common(call.estimated ? "yes" : "no")],
    [t("request"), <Code key="r">{call.request_id}</Code>],
  ];
  return (
    <>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <a href={`/gateway?view=audit&request_id=${encodeURIComponent(call.request_id)}`}>{t("in_audit")}</a>
    </>
  );
}
