/** A new tender, or another wording of one that is there: only what was changed is sent. */
import { type Signal, useSignal } from "@preact/signals";
import { get } from "../../api.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Area, Check, Choice, Field } from "../../ui/field.tsx";
import { localTime } from "../../ui/period.tsx";
import { toast, toastFailure } from "../../ui/toast.tsx";
import { API, type Tender } from "./procurement.ts";
import { t } from "./words.ts";

const CURRENCIES = ["SAR", "AED", "QAR", "OMR", "USD"] as const;

const EMPTY = {
  title: "",
  description: "",
  category: "",
  currency: "SAR",
  budget_min: "",
  budget_max: "",
  deadline: "",
  requirements: "",
  criteria: "price = 0.6\nquality = 0.4",
  committee: "",
  sealed: true,
  draft: false,
  reason: "",
};

type Form = typeof EMPTY;

export function TenderForm({ of, onClose, done }: { of?: Tender; onClose(): void; done(): void }) {
  const before = of ? formOf(of) : EMPTY;
  const form = useSignal(before);
  const submit = async (event: Event) => {
    event.preventDefault();
    const { title } = form.value;
    try {
      if (of) {
        await get(`${API}/tenders/${of.id}`, { method: "PUT", json: changesOf(form.value, before) });
      } else {
        await get(`${API}/tenders`, { method: "POST", json: bodyOf(form.value) });
      }
      onClose();
      done();
      toast(() => t(of ? "changed" : "made", { title }));
    } catch (error) {
      toastFailure(error);
    }
  };
  const { value } = form;
  const moved = of !== undefined && value.deadline !== before.deadline;
  return (
    <Dialog title={t(of ? "edit_tender" : "new_tender")} open wide onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Fields form={form} />
        {moved && (
          <Area
            label={t("deadline_reason")}
            help={t("deadline_reason_help")}
            required={of.bid_count !== 0}
            rows={2}
            value={value.reason}
            onInput={(reason) => form.value = { ...form.value, reason }}
          />
        )}
        {(!of || of.status === "draft") && (
          <Check
            label={t("as_draft")}
            checked={value.draft}
            onChange={(draft) => form.value = { ...form.value, draft }}
          />
        )}
        <footer>
          <button type="button" class="secondary" onClick={onClose}>{common("cancel")}</button>
          <button type="submit">{common(of ? "save" : "create")}</button>
        </footer>
      </form>
    </Dialog>
  );
}

function Fields({ form }: { form: Signal<Form> }) {
  const set = (parts: Partial<Form>) => form.value = { ...form.value, ...parts };
  const { value } = form;
  return (
    <>
      <Field label={t("title")} required value={value.title} onInput={(title) => set({ title })} />
      <Area
        label={t("description")}
        value={value.description}
        onInput={(description) => set({ description })}
      />
      <div class="form-row">
        <Field label={t("category")} value={value.category} onInput={(category) => set({ category })} />
        <Choice
          label={t("currency")}
          value={value.currency}
          options={CURRENCIES.map((value) => ({ value, label: value }))}
          onChange={(currency) => set({ currency })}
        />
        <Field
          label={t("budget_from")}
          type="number"
          min={0}
          value={value.budget_min}
          onInput={(budget_min) => set({ budget_min })}
        />
        <Field
          label={t("budget_to")}
          type="number"
          min={0}
          value={value.budget_max}
          onInput={(budget_max) => set({ budget_max })}
        />
        <Field
          label={t("deadline")}
          type="datetime-local"
          value={value.deadline}
          onInput={(deadline) => set({ deadline })}
        />
      </div>
      <Area
        label={t("requirements")}
        help={t("requirements_help")}
        rows={3}
        value={value.requirements}
        onInput={(requirements) => set({ requirements })}
      />
      <Area
        label={t("criteria")}
        help={t("criteria_help")}
        rows={3}
        value={value.criteria}
        onInput={(criteria) => set({ criteria })}
      />
      <Field
        label={t("committee")}
        help={t("committee_help")}
        value={value.committee}
        onInput={(committee) => set({ committee })}
      />
      <Check label={t("sealed_bids")} checked={value.sealed} onChange={(sealed) => set({ sealed })} />
    </>
  );
}

function bodyOf(form: Form) {
  const { title, description, category, currency, sealed } = form;
  return {
    ...{ title, description, currency, sealed },
    ...category ? { category } : {},
    ...form.budget_min ? { budget_min: Number(form.budget_min) } : {},
    ...form.budget_max ? { budget_max: Number(form.budget_max) } : {},
    // The field is in the viewer's zone, the service wants a moment.
    ...form.deadline ? { deadline: new Date(form.deadline).toISOString() } : {},
    requirements: linesOf(form.requirements),
    evaluation_criteria: criteriaIn(form.criteria),
    committee: namesIn(form.committee),
    status: form.draft ? "draft" as const : "open" as const,
  };
}

function formOf(of: Tender): Form {
  const { title, description, category, currency, sealed, budget_min, budget_max } = of;
  return {
    ...{ title, description, category, currency, sealed },
    budget_min: String(budget_min),
    budget_max: String(budget_max),
    deadline: localTime(of.closes_at),
    requirements: of.requirements.join("\n"),
    criteria: Object.entries(of.evaluation_criteria).map(([name, weight]) => `${name} = ${weight}`).join(
      "\n",
    ),
    committee: of.committee.join(", "),
    draft: of.status === "draft",
    reason: "",
  };
}

/** The parts of the tender whose fields were changed. */
function changesOf(form: Form, before: Form) {
  const changed = (name: keyof Form) => form[name] !== before[name];
  const { title, description, currency, sealed, deadline = null, ...lists } = bodyOf(form);
  return {
    ...changed("title") ? { title } : {},
    ...changed("description") ? { description } : {},
    ...changed("category") ? { category: form.category } : {},
    ...changed("currency") ? { currency } : {},
    ...changed("sealed") ? { sealed } : {},
    ...changed("budget_min") ? { budget_min: Number(form.budget_min) } : {},
    ...changed("budget_max") ? { budget_max: Number(form.budget_max) } : {},
    ...changed("requirements") ? { requirements: lists.requirements } : {},
    ...changed("criteria") ? { evaluation_criteria: lists.evaluation_criteria } : {},
    ...changed("committee") ? { committee: lists.committee } : {},
    ...changed("draft") ? { status: lists.status } : {},
    ...changed("deadline") ? { deadline } : {},
    ...changed("deadline") && form.reason.trim() ? { reason: form.reason.trim() } : {},
  };
}

/** The lines of a text that say something. */
export function linesOf(text: string): string[] {
  return text.split("\n").map((line) => line.trim()).filter(Boolean);
}

/** Names with commas of either script between them. */
export function namesIn(text: string): string[] {
  return text.split(/[,،]/).map((name) => name.trim()).filter(Boolean);
}

/** `price = 0.6` a line; the service refuses other text in its own words. */
function criteriaIn(text: string): Record<string, number> {
  return Object.fromEntries(
    linesOf(text).map((line) => {
      const [name = "", weight = ""] = line.split("=");
      return [name.trim(), Number(weight)];
    }),
  );
}
