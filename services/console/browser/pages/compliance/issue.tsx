/** A certificate from an assessment; the service says what it still lacks. */
import { useSignal } from "@preact/signals";
import { get } from "../../api.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { navigate } from "../../router.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Failure } from "../../ui/state.tsx";
import { toast } from "../../ui/toast.tsx";
import { API } from "./compliance.ts";
import { t } from "./words.ts";

export function IssueForm({ report, onClose }: { report: string; onClose(): void }) {
  const form = useSignal({ organization: "", issued_to: "", months: "12" });
  const failure = useSignal<unknown>(undefined);
  const set = (parts: Partial<typeof form.value>) => form.value = { ...form.value, ...parts };
  const submit = async (event: Event) => {
    event.preventDefault();
    const { organization, issued_to, months } = form.value;
    const json = { organization, issued_to, valid_months: Number(months) };
    try {
      await get(`${API}/certificate?report_id=${report}`, { method: "POST", json });
      onClose();
      navigate("/compliance?view=certificates");
      toast(() => t("issued"));
    } catch (error) {
      failure.value = error;
    }
  };
  const { value } = form;
  return (
    <Dialog title={t("issue")} open onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Field
          label={t("organization")}
          required
          value={value.organization}
          onInput={(organization) => set({ organization })}
        />
        <Field
          label={t("issued_to")}
          required
          value={value.issued_to}
          onInput={(issued_to) => set({ issued_to })}
        />
        <Field
          label={t("months")}
          type="number"
          min={1}
          value={value.months}
          onInput={(months) => set({ months })}
        />
        {failure.value !== undefined && <Failure error={failure.value} />}
        <footer>
          <button type="button" class="secondary" onClick={onClose}>{common("cancel")}</button>
          <button type="submit">{t("issue")}</button>
        </footer>
      </form>
    </Dialog>
  );
}
