/** The bids of a tender. */
import { useSignal } from "@preact/signals";
import { isManager } from "../../boot.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { money, number } from "../../i18n/format.ts";
import { Icon } from "../../ui/icons.tsx";
import { Badge, Card, Empty } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { type Act, Decide, NewBid } from "./bid_forms.tsx";
import { type Bid, isSettled, type Tender } from "./procurement.ts";
import { supplierName, useSupplierNames } from "./supplier_names.ts";
import { t } from "./words.ts";

const TONES = { submitted: "good", waiting: "warn", superseded: "calm", disqualified: "bad" } as const;

export function Bids({ of, tender, again }: { of: Bid[]; tender: Tender; again(): void }) {
  const making = useSignal(false);
  const decided = useSignal<{ id: string; act: Act } | undefined>(undefined);
  useSupplierNames(of.map(({ supplier_id }) => supplier_id));
  return (
    <Card
      title={t("bids")}
      actions={tender.status === "open" && (
        <button
          type="button"
          class="small"
          onClick={() => making.value = true}
        >
          <Icon name="plus" /> {t("new_bid")}
        </button>
      )}
    >
      <Table
        label={t("bids")}
        rows={of}
        empty={<Empty title={t("no_bids")}>{tender.opened_at === null && t("no_bids_words")}</Empty>}
        columns={[
          ...columns(tender),
          ...isManager.value && !isSettled(tender.status)
            ? [{
              id: "acts",
              label: t("decision"),
              cell: (bid: Bid) => {
                const act = actOn(bid, tender);
                return act && (
                  <button
                    type="button"
                    class="secondary small"
                    onClick={() => decided.value = { id: bid.id, act }}
                  >
                    {t(act)}
                  </button>
                );
              },
            }]
            : [],
        ]}
      />
      {making.value && (
        <NewBid
          tender={tender}
          onClose={() => making.value = false}
          done={again}
        />
      )}
      {decided.value && (
        <Decide
          tender={tender}
          {...decided.value}
          onClose={() => decided.value = undefined}
          done={again}
        />
      )}
    </Card>
  );
}

/** A late bid waits for its admission; one that was opened can be disqualified. */
function actOn({ status }: Bid, { opened_at }: Tender): Act | undefined {
  if (status === "waiting") return "admit";
  return status === "submitted" && opened_at !== null ? "disqualify" : undefined;
}

function columns(tender: Tender): Column<Bid>[] {
  return [
    {
      id: "supplier",
      label: t("supplier"),
      cell: ({ id, supplier_id }) => (
        <>
          <bdi>{supplierName(supplier_id)}</bdi>{" "}
          {id === tender.awarded_bid_id && <Badge tone="good">{t("awarded")}</Badge>}
        </>
      ),
    },
    {
      id: "amount",
      label: t("amount"),
      end: true,
      cell: ({ amount }) => amount === null ? t("sealed") : money(amount, tender.currency),
      text: ({ amount }) => amount,
    },
    {
      id: "delivery",
      label: t("delivery"),
      end: true,
      cell: ({ delivery_days }) => delivery_days === null ? "–" : number(delivery_days),
      text: ({ delivery_days }) => delivery_days,
    },
    {
      id: "status",
      label: common("status"),
      cell: ({ status, disqualified_reason, admission }) => (
        <>
          <Badge tone={TONES[status]}>{t(status)}</Badge>{" "}
          {disqualified_reason && <bdi>{disqualified_reason}</bdi>}
          {admission && (
            <small>
              {t("admitted", { by: admission.admitted_by })} <bdi>{admission.reason}</bdi>
            </small>
          )}
        </>
      ),
    },
    { id: "when", label: t("when"), cell: ({ submitted_at }) => <Time at={submitted_at} /> },
  ];
}
