/** Models with prices and health, and the route of a name. */
import { codeName, orderText } from "../../i18n/service_words.ts";
import { query, setQuery } from "../../router.ts";
import { useGet } from "../../api.ts";
import { isAdmin } from "../../boot.ts";
import { dateTime, list, number, usd } from "../../i18n/format.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Check } from "../../ui/field.tsx";
import { Await, Badge, Card, Empty } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Code } from "../../ui/time.tsx";
import type { Model, PageOf, SetPrice } from "./calls.ts";
import { type Priced, PriceDialog, priceText } from "./price_dialog.tsx";
import { t as say } from "./price_words.ts";
import { t } from "./words.ts";

export function Models() {
  const models = useGet<{ data: Model[] }>("/gateway/v1/models", { everyMs: 15_000 });
  const set = useGet<PageOf<SetPrice>>(
    isAdmin.value ? "/gateway/governance/prices?limit=500" : undefined,
    { everyMs: 15_000 },
  );
  const asked = query.value.get("model");
  const onlyUnpriced = query.value.get("unpriced") === "true";
  const listed = models.data.value?.data ?? [];
  const priceOf = (model: Pick<Priced, "provider" | "model">) =>
    pricedOf(model, listed, set.data.value?.data);
  return (
    <Card>
      <div class="filters">
        <Check
          label={say("only_unpriced")}
          checked={onlyUnpriced}
          onChange={(on) => setQuery({ unpriced: on ? "true" : undefined })}
        />
      </div>
      <Await of={models}>
        {({ data }) => (
          <>
            {data.every(({ provider }) => provider === "echo") && <p class="note warn">{t("only_echo")}</p>}
            <Table
              label={t("models")}
              rows={onlyUnpriced ? data.filter(({ price }) => price === null) : data}
              columns={modelColumns(priceOf)}
              empty={<Empty title={say("all_priced")} />}
            />
          </>
        )}
      </Await>
      <Dialog title={t("dry_run")} open={asked !== null} onClose={() => setQuery({ model: undefined })} wide>
        {asked !== null && <Route model={asked} />}
      </Dialog>
      <PriceDialog
        of={isAdmin.value && models.data.value && set.data.value ? askedPrice(priceOf) : undefined}
        onClose={() => setQuery({ price: undefined })}
        done={() => {
          models.reload();
          set.reload();
        }}
      />
    </Card>
  );
}

type FindPrice = (model: Pick<Priced, "provider" | "model">) => Priced;

/** What is known of a model's price: one that callers named is in no list. */
function pricedOf(
  { provider, model }: Pick<Priced, "provider" | "model">,
  models: Model[],
  set: SetPrice[] = [],
): Priced {
  const own = set.find((price) => price.provider === provider && price.model === model);
  const listed = models.find((listed) =>
    listed.provider === provider && listed.id === model && !listed.aliases
  );
  return { provider, model, price: own?.price ?? listed?.price ?? null, set: own };
}

/** The model that the address names, `provider/model`. */
function askedPrice(priceOf: FindPrice): Priced | undefined {
  const [, provider, model] = /^([^/]+)\/(.+)$/.exec(query.value.get("price") ?? "") ?? [];
  return provider && model ? priceOf({ provider, model }) : undefined;
}

function modelColumns(priceOf: FindPrice): Column<Model>[] {
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
      cell: (model) => <PriceCell of={model} />,
      text: ({ price }) => price === null ? null : Number(price.input ?? 0),
    },
    ...isAdmin.value ? [setColumn(priceOf)] : [],
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

/** The price that an admin set, or the way to set one; aliases have none of their own. */
function setColumn(priceOf: FindPrice): Column<Model> {
  return {
    id: "set_price",
    label: say("set_here"),
    sentences: true,
    cell: ({ id, provider, price, aliases }) => {
      if (aliases) return "–";
      const { set } = priceOf({ provider, model: id });
      return (
        <>
          <button type="button" class="link" onClick={() => setQuery({ price: `${provider}/${id}` })}>
            {say(price ? "change" : "set")}
            <span class="hidden">{id}</span>
          </button>
          {set && (
            <div>
              <small>{say("by", { who: set.set_by, when: dateTime(set.set_at) })}</small>
            </div>
          )}
        </>
      );
    },
    text: ({ id, provider }) => priceOf({ provider, model: id }).set?.set_at ?? null,
  };
}

function PriceCell({ of: { price } }: { of: Model }) {
  return price ? <span>{priceText(price)}</span> : <Badge tone="warn">{t("no_price")}</Badge>;
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
                cell: (candidate) => <Code>{`${candidate.provider}/${candidate.provider_model}`}</Code>,
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
                cell: (candidate) =>
                  candidate.likely_cost_usd === null ? t("no_price") : usd(candidate.likely_cost_usd),
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
