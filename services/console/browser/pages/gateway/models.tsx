/** Models with prices and health, and the route of a name. */
import { codeName, orderText } from "../../i18n/service_words.ts";
import { query, setQuery } from "../../router.ts";
import { useGet } from "../../api.ts";
import { list, number, usd } from "../../i18n/format.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Await, Badge, Card } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Code } from "../../ui/time.tsx";
import type { Model } from "./calls.ts";
import { t } from "./words.ts";

export function Models() {
  const models = useGet<{ data: Model[] }>("/gateway/v1/models", { everyMs: 15_000 });
  const asked = query.value.get("model");
  return (
    <Card>
      <Await of={models}>
        {({ data }) => (
          <>
            {data.every(({ provider }) => provider === "echo") && <p class="note warn">{t("only_echo")}</p>}
            <Table
              label={t("models")}
              rows={data}
              columns={modelColumns()}
            />
          </>
        )}
      </Await>
      <Dialog title={t("dry_run")} open={asked !== null} onClose={() => setQuery({ model: undefined })} wide>
        {asked !== null && <Route model={asked} />}
      </Dialog>
    </Card>
  );
}

function modelColumns(): Column<Model>[] {
  return [
    { id: "model", label: t("model"), cell: ({ id }) => <Code>{id}</Code> },
    { id: "provider", label: t("provider"), cell: ({ provider }) => <Code>{provider}</Code> },
    {
      id: "available",
      label: t("available"),
      cell: ({ available }) => (
        <Badge tone={available ? "good" : "bad"}>
          {t(available ? "available" : "unavailable")}
        </Badge>
      ),
    },
    {
      id: "price",
      label: t("price"),
      end: true,
      cell: (model) => <Price of={model} />,
      text: ({ price }) => price === null ? null : Number(price.input),
    },
    {
      id: "context",
      label: t("context"),
      end: true,
      cell: ({ context_window }) => context_window ? number(context_window) : "–",
      text: ({ context_window }) => context_window,
    },
    {
      id: "capabilities",
      label: t("capabilities"),
      cell: ({ capabilities }) => <bdi>{list(capabilities.map(codeName))}</bdi>,
    },
    {
      id: "route",
      label: t("dry_run"),
      cell: ({ id }) => (
        <button
          type="button"
          class="link"
          onClick={() => setQuery({ model: id })}
        >
          {t("dry_run")}
          <span class="hidden">{id}</span>
        </button>
      ),
    },
  ];
}

function Price({ of: { price } }: { of: Model }) {
  if (!price) return <Badge tone="warn">{t("no_price")}</Badge>;
  return <bdi>{usd(Number(price.input ?? 0))} / {usd(Number(price.output ?? 0))}</bdi>;
}

interface Plan {
  would_ask: string | null;
  candidates: {
    provider: string;
    provider_model: string;
    reason: string;
    available: boolean;
    likely_cost_usd: number | null;
  }[];
}

function Route({ model }: { model: string }) {
  const plan = useGet<Plan>(`/gateway/v1/route?model=${encodeURIComponent(model)}`);
  return (
    <Await of={plan}>
      {({ would_ask, candidates }) => (
        <>
          <p>{would_ask ? t("would_ask", { place: would_ask }) : t("nobody")}</p>
          <Table
            label={t("dry_run")}
            rows={candidates}
            columns={[
              {
                id: "place",
                label: t("provider"),
                cell: (one) => <Code>{`${one.provider}/${one.provider_model}`}</Code>,
              },
              {
                id: "available",
                label: t("available"),
                cell: ({ available }) => (
                  <Badge tone={available ? "good" : "bad"}>
                    {t(available ? "available" : "unavailable")}
                  </Badge>
                ),
              },
              {
                id: "cost",
                label: t("likely_cost"),
                end: true,
                cell: (one) => one.likely_cost_usd === null ? t("no_price") : usd(one.likely_cost_usd),
                text: ({ likely_cost_usd }) => likely_cost_usd,
              },
              { id: "reason", label: t("reason"), cell: ({ reason }) => <bdi>{orderText(reason)}</bdi> },
            ]}
          />
        </>
      )}
    </Await>
  );
}
