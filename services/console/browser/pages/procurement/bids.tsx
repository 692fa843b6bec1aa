/** The bids of a tender, and making one. */
import { useSignal } from "@preact/signals";
import { get, useGet } from "../../api.ts";
import { isManager, user } from "../../boot.ts";
import { t as common } from "../../i18n/common.ts";
import { money, number } from "../../i18n/format.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Area, Choice, Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Badge, Card, Empty } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { toast, toastFailure } from "../../ui/toast.tsx";
import { API, type Bid, isSettled, type Supplier, type Tender } from "./procurement.ts";
import { namesIn } from "./tender_form.tsx";
import { t } from "./words.ts";

const TONES = { submitted: "good", waiting: "warn", superseded: "calm", disqualified: "bad" } as const;

export function Bids({ of, tender, again }: { of: Bid[]; tender: Tender; again(): void }) {
  const making = useSignal(false);
  const doomed = useSignal<string | undefined>(undefined);
  const names = useGet<{ suppliers: Supplier[] }>(`${API}/suppliers?page_size=100`);
  const nameOf = (id: string) =>
    names.data.value?.suppliers.find((supplier) => supplier.id === id)?.name ?? id;
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
          ...columns(tender, nameOf),
          ...isManager.value && !isSettled(tender.status)
            ? [{
              id: "acts",
              label: t("disqualify"),
              cell: ({ id, status }: Bid) =>
                status === "submitted" && tender.opened_at !== null && (
                  <button
                    type="button"
                    class="secondary small"
                    onClick={() => doomed.value = id}
                  >
                    {t("disqualify")}
                  </button>
                ),
            }]
            : [],
        ]}
      />
      {making.value && (
        <NewBid
          tender={tender}
          suppliers={names.data.value?.suppliers ?? []}
          onClose={() => making.value = false}
          done={again}
        />
      )}
      {doomed.value && (
        <Disqualify
          tender={tender}
          id={doomed.value}
          onClose={() => doomed.value = undefined}
          done={again}
        />
      )}
    </Card>
  );
}

function columns(tender: Tender, nameOf: (id: string) => string): Column<Bid>[] {
  return [
    {
      id: "supplier",
      label: t("supplier"),
      cell: ({ id, supplier_id }) => (
        <>
          <bdi>{nameOf(supplier_id)}</bdi>{" "}
          {id === tender.awarded_bid_id && <Badge tone="good">{t("awarded")}</Badge>}
        </>
      ),
    },
    {
      id: "amount",
      label: t("amount"),
      end: true,
      cell: ({ amount }) => amount === null ? t("sealed") : money(amount, tender.currency),
    },
    {
      id: "delivery",
      label: t("delivery"),
      end: true,
      cell: ({ delivery_days }) => delivery_days === null ? "–" : number(delivery_days),
    },
    {
      id: "status",
      label: common("status"),
      cell: ({ status, disqualified_reason }) => (
        <>
          <Badge tone={TONES[status]}>{t(status)}</Badge>{" "}
          {disqualified_reason && <bdi>{disqualified_reason}</bdi>}
        </>
      ),
    },
    { id: "when", label: t("when"), cell: ({ submitted_at }) => <Time at={submitted_at} /> },
  ];
}

interface Making {
  tender: Tender;
  onClose(): void;
  done(): void;
}

function NewBid({ tender, suppliers, onClose, done }: Making & { suppliers: Supplier[] }) {
  const sub = user.value?.sub ?? "";
  // The owners of a supplier bid for it; for one that has none, managers enter it.
  const mine = suppliers.filter(({ owners }) =>
    owners.includes(sub) || isManager.value && owners.length === 0
  );
  const form = useSignal({
    supplier: mine[0]?.id ?? "",
    amount: "",
    days: "",
    proposal: "",
    qualifications: "",
  });
  const set = (parts: Partial<typeof form.value>) => form.value = { ...form.value, ...parts };
  const submit = async (event: Event) => {
    event.preventDefault();
    const { supplier, amount, days, proposal, qualifications } = form.value;
    const json = {
      supplier_id: supplier,
      amount: Number(amount),
      proposal,
      qualifications: namesIn(qualifications),
      ...days ? { delivery_days: Number(days) } : {},
    };
    try {
      await get(`${API}/tenders/${tender.id}/bids`, { method: "POST", json });
      onClose();
      done();
      toast(() => t("bid_taken"));
    } catch (error) {
      toastFailure(error);
    }
  };
  const { value } = form;
  return (
    <Dialog title={t("new_bid")} open onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Choice
          label={t("supplier")}
          value={value.supplier}
          options={mine.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(supplier) => set({ supplier })}
        />
        <div class="form-row">
          <Field
            label={`${t("amount")}, ${tender.currency}`}
            type="number"
            min={0}
            required
            value={value.amount}
            onInput={(amount) => set({ amount })}
          />
          <Field
            label={t("delivery")}
            type="number"
            min={0}
            value={value.days}
            onInput={(days) => set({ days })}
          />
        </div>
        <Area label={t("proposal")} value={value.proposal} onInput={(proposal) => set({ proposal })} />
        <Field
          label={t("qualifications")}
          help={t("list_hint")}
          value={value.qualifications}
          onInput={(qualifications) => set({ qualifications })}
        />
        <footer>
          <button type="button" class="secondary" onClick={onClose}>{common("cancel")}</button>
          <button type="submit">{t("new_bid")}</button>
        </footer>
      </form>
    </Dialog>
  );
}

function Disqualify({ tender, id, onClose, done }: Making & { id: string }) {
  const reason = useSignal("");
  const submit = async (event: Event) => {
    event.preventDefault();
    try {
      await get(`${API}/tenders/${tender.id}/bids/${id}/disqualify`, {
        method: "POST",
        json: { reason: reason.value },
      });
      onClose();
    } catch (error) {
      toastFailure(error);
    }
    done();
  };
  return (
    <Dialog title={t("disqualify")} open onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Area label={t("reason")} required value={reason.value} onInput={(text) => reason.value = text} />
        <footer>
          <button type="button" class="secondary" onClick={onClose}>{common("cancel")}</button>
          <button type="submit" class="danger">{t("disqualify")}</button>
        </footer>
      </form>
    </Dialog>
  );
}
