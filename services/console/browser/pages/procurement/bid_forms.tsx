/** The forms of bids: a new one, and decisions on one that is there. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get, useGet } from "../../api.ts";
import { isManager, user } from "../../boot.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Area, Choice, Field } from "../../ui/field.tsx";
import { toast, toastFailure } from "../../ui/toast.tsx";
import { API, type Supplier, type Tender } from "./procurement.ts";
import { namesIn } from "./tender_form.tsx";
import { t } from "./words.ts";

export type Act = "disqualify" | "admit";

interface Making {
  tender: Tender;
  onClose(): void;
  done(): void;
}

export function NewBid({ tender, onClose, done }: Making) {
  const form = useSignal({
    supplier: "",
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
        <SupplierPick chosen={value.supplier} onChange={(supplier) => set({ supplier })} />
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
          <button type="submit" disabled={!value.supplier}>{t("new_bid")}</button>
        </footer>
      </form>
    </Dialog>
  );
}

/** The owners of a supplier bid for it; for one that has none, managers enter the bid. */
function mayBidFor({ owners }: Supplier): boolean {
  return owners.includes(user.value?.sub ?? "") || isManager.value && owners.length === 0;
}

/** The suppliers that the viewer may bid for, found by name. */
function SupplierPick({ chosen, onChange }: { chosen: string; onChange(id: string): void }) {
  const search = useSignal("");
  const words = search.value.trim();
  const list = useGet<{ suppliers: Supplier[] }>(
    `${API}/suppliers?page_size=100${words && `&search=${encodeURIComponent(words)}`}`,
  );
  const suppliers = list.data.value?.suppliers.filter(mayBidFor);
  useEffect(() => {
    if (suppliers && !suppliers.some(({ id }) => id === chosen)) onChange(suppliers[0]?.id ?? "");
  }, [list.data.value]);
  return (
    <div class="form-row">
      <Field
        label={t("find_supplier")}
        type="search"
        value={search.value}
        onInput={(value) => search.value = value}
      />
      <Choice
        label={t("supplier")}
        value={chosen}
        options={suppliers?.length
          ? suppliers.map(({ id, name }) => ({ value: id, label: name }))
          : [{ value: "", label: t(list.loading.value ? "finding" : "no_own_supplier") }]}
        onChange={onChange}
      />
    </div>
  );
}

/** A decision on a bid that needs a reason: it is disqualified, or admitted though it came late. */
export function Decide({ tender, id, act, onClose, done }: Making & { id: string; act: Act }) {
  const reason = useSignal("");
  const submit = async (event: Event) => {
    event.preventDefault();
    try {
      await get(`${API}/tenders/${tender.id}/bids/${id}/${act}`, {
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
    <Dialog title={t(act)} open onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Area label={t("reason")} required value={reason.value} onInput={(text) => reason.value = text} />
        <footer>
          <button type="button" class="secondary" onClick={onClose}>{common("cancel")}</button>
          <button type="submit" class={act === "disqualify" ? "danger" : ""}>{t(act)}</button>
        </footer>
      </form>
    </Dialog>
  );
}
