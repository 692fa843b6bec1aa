/** The acts on a tender that its state and the signed-in person's role allow. */
import { type Signal, useSignal } from "@preact/signals";
import { get } from "../../api.ts";
import { isManager } from "../../boot.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { money } from "../../i18n/format.ts";
import { Confirm, Dialog } from "../../ui/dialog.tsx";
import { Area, Choice } from "../../ui/field.tsx";
import { toast, toastFailure } from "../../ui/toast.tsx";
import {
  API,
  type Bid,
  type Evaluation,
  isSettled,
  mayChange,
  mayJudge,
  type Tender,
  type TenderState,
} from "./procurement.ts";
import { TenderForm } from "./tender_form.tsx";
import { t } from "./words.ts";

type Asked = "open" | "cancel" | "award" | "edit" | undefined;

interface Props {
  of: Tender;
  bids: Bid[];
  evaluation: Evaluation | undefined;
  again(): void;
}

export function TenderActions(props: Props) {
  const { of, evaluation, again } = props;
  const asked = useSignal<Asked>(undefined);
  const path = `${API}/tenders/${of.id}`;
  const perform = async (work: () => Promise<unknown>, told?: () => string) => {
    try {
      await work();
      if (told) toast(told);
    } catch (error) {
      toastFailure(error);
    }
    again();
  };
  const move = (status: TenderState) => perform(() => get(path, { method: "PUT", json: { status } }));
  const { status } = of;
  const judged = ["closed", "under_evaluation", "evaluated"].includes(status);
  const openable = of.sealed && of.opened_at === null &&
    (status === "closed" || status === "open" && !of.closes_at);
  return (
    <>
      {status === "draft" && mayChange(of) && (
        <button type="button" onClick={() => void move("open")}>{t("publish")}</button>
      )}
      {openable && mayJudge(of) && (
        <button type="button" onClick={() => asked.value = "open"}>{t("open_bids")}</button>
      )}
      {status === "closed" && !openable && mayChange(of) && (
        <button
          type="button"
          onClick={() => void move("under_evaluation")}
        >
          {t("start_evaluation")}
        </button>
      )}
      {judged && !openable && mayJudge(of) && (
        <button
          type="button"
          class={status === "evaluated" ? "secondary" : ""}
          onClick={() => void perform(() => get(`${API}/tenders/${of.id}/evaluate-all`, { method: "POST" }))}
        >
          {t("evaluate")}
        </button>
      )}
      {status === "evaluated" && isManager.value && evaluation && (
        <button
          type="button"
          onClick={() => asked.value = "award"}
        >
          {t("award")}
        </button>
      )}
      {evaluation && mayJudge(of) && (
        <button
          type="button"
          class="secondary"
          onClick={() =>
            void perform(
              () => get(`${API}/reports/tender/${of.id}?language=both`, { method: "POST" }),
              () => t("report_made"),
            )}
        >
          {t("make_report")}
        </button>
      )}
      {!isSettled(status) && mayChange(of) && (
        <>
          <button type="button" class="secondary" onClick={() => asked.value = "edit"}>
            {t("edit_tender")}
          </button>
          <button type="button" class="secondary" onClick={() => asked.value = "cancel"}>
            {t("cancel_tender")}
          </button>
        </>
      )}
      <Questions {...props} asked={asked} act={perform} move={move} />
    </>
  );
}

function Questions({ of, bids, evaluation, again, asked, act, move }: Props & {
  asked: Signal<Asked>;
  act(work: () => Promise<unknown>): Promise<void>;
  move(status: TenderState): Promise<void>;
}) {
  const close = () => asked.value = undefined;
  if (asked.value === "edit") return <TenderForm of={of} onClose={close} done={again} />;
  if (asked.value === "open") {
    return (
      <Confirm
        title={t("open_bids")}
        text={t("open_bids_words")}
        label={t("open_bids")}
        act={() => void act(() => get(`${API}/tenders/${of.id}/open-bids`, { method: "POST" }))}
        onClose={close}
      />
    );
  }
  if (asked.value === "cancel") {
    return (
      <Confirm
        title={t("cancel_tender")}
        text={t("cancel_words")}
        label={t("cancel_tender")}
        act={() => void move("cancelled")}
        onClose={close}
      />
    );
  }
  if (asked.value === "award" && evaluation) {
    return <Award of={of} bids={bids} evaluation={evaluation} act={act} onClose={close} />;
  }
  return null;
}

function Award({ of, evaluation, act, onClose }: Omit<Props, "again" | "evaluation"> & {
  evaluation: Evaluation;
  act(work: () => Promise<unknown>): Promise<void>;
  onClose(): void;
}) {
  const ranked = evaluation.evaluations.filter(({ rank }) => rank !== null)
    .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  const bid_id = useSignal(ranked[0]?.bid_id ?? "");
  const reason = useSignal("");
  const submit = (event: Event) => {
    event.preventDefault();
    onClose();
    const json = { bid_id: bid_id.value, ...reason.value.trim() ? { reason: reason.value } : {} };
    void act(() => get(`${API}/tenders/${of.id}/award`, { method: "POST", json }));
  };
  return (
    <Dialog title={t("award")} open onClose={onClose}>
      <form onSubmit={submit}>
        <Choice
          label={t("award_to")}
          value={bid_id.value}
          options={ranked.map(({ bid_id, supplier_name, amount, rank }) => ({
            value: bid_id,
            label: `${rank}. ${supplier_name} · ${money(amount, of.currency)}`,
          }))}
          onChange={(value) => bid_id.value = value}
        />
        <Area label={t("reason")} value={reason.value} onInput={(text) => reason.value = text} />
        <footer>
          <button type="button" class="secondary" onClick={onClose}>{common("cancel")}</button>
          <button type="submit">{t("award")}</button>
        </footer>
      </form>
    </Dialog>
  );
}
