/** The form of a new key. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get, useGet } from "../../api.ts";
import { t as common } from "../../i18n/common.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Choice, Field } from "../../ui/field.tsx";
import { toastFailure } from "../../ui/toast.tsx";
import type { PageOf } from "./calls.ts";
import { LimitFields, type Limits, limitsBody, NO_LIMITS } from "./limits.tsx";
import { t } from "./words.ts";

const PATH = "/gateway/governance/virtual-keys";

export function NewKey({ open, onClose, made }: { open: boolean; onClose(): void; made(key: string): void }) {
  const limits = useSignal<Limits>(NO_LIMITS);
  const team = useSignal("");
  const models = useSignal("");
  const teams = useGet<PageOf<{ id: string; name: string }>>(
    open ? "/gateway/governance/teams?limit=100" : undefined,
  );
  useEffect(() => {
    if (open) limits.value = NO_LIMITS;
  }, [open]);
  const submit = async (event: Event) => {
    event.preventDefault();
    const json = { ...limitsBody(limits.value), team_id: team.value || null, ...allowedModels(models.value) };
    try {
      const { key } = await get<{ key: string }>(PATH, { method: "POST", json });
      onClose();
      made(key);
    } catch (error) {
      toastFailure(error);
    }
  };
  const options = [
    { value: "", label: t("no_team") },
    ...(teams.data.value?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <Dialog title={t("new_key")} open={open} onClose={onClose}>
      <form onSubmit={submit}>
        <Field
          label={common("name")}
          required
          value={limits.value.name}
          onInput={(name) => limits.value = { ...limits.value, name }}
        />
        <Choice
          label={t("team")}
          value={team.value}
          options={options}
          onChange={(value) => team.value = value}
        />
        <LimitFields of={limits} />
        <Field
          label={t("allowed")}
          help={t("allowed_help")}
          dir="ltr"
          value={models.value}
          onInput={(value) => models.value = value}
        />
        <footer>
          <button type="button" class="secondary" onClick={onClose}>{common("cancel")}</button>
          <button type="submit">{common("create")}</button>
        </footer>
      </form>
    </Dialog>
  );
}

function allowedModels(text: string) {
  const names = text.split(",").map((name) => name.trim()).filter(Boolean);
  return { allowed_models: names.length > 0 ? names : null };
}
