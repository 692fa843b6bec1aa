/** The form of a key: a new one, or one that is changed. */
import { type Signal, useSignal } from "@preact/signals";
import { get, useGet } from "../../api.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Check, Choice, Field } from "../../ui/field.tsx";
import { localTime } from "../../ui/period.tsx";
import { toast, toastFailure } from "../../ui/toast.tsx";
import type { PageOf, VirtualKey } from "./calls.ts";
import { keyBody, keyChanges, type KeyFields, keyFieldsOf } from "./key_fields.ts";
import { LimitFields } from "./limits.tsx";
import { t as say } from "./key_words.ts";
import { t } from "./words.ts";

const PATH = "/gateway/governance/virtual-keys";

/** Tells the secret of a key that was made, and nothing of one that was changed. */
export function KeyForm(
  { of, onClose, done }: { of?: VirtualKey; onClose(): void; done(secret?: string): void },
) {
  const limits = useSignal(keyFieldsOf(of));
  const submit = async (event: Event) => {
    event.preventDefault();
    try {
      if (of) {
        await get(`${PATH}/${of.id}`, { method: "PATCH", json: keyChanges(limits.value, of) });
        toast(() => say("changed", { name: of.name }));
        onClose();
        done();
      } else {
        const { key } = await get<{ key: string }>(PATH, { method: "POST", json: keyBody(limits.value) });
        onClose();
        done(key);
      }
    } catch (error) {
      toastFailure(error);
    }
  };
  const set = (part: Partial<KeyFields>) => limits.value = { ...limits.value, ...part };
  return (
    <Dialog title={of ? say("edit") : t("new_key")} open onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Field label={common("name")} required value={limits.value.name} onInput={(name) => set({ name })} />
        <Belongs of={limits} />
        <LimitFields of={limits} />
        <Field
          label={t("allowed")}
          help={t("allowed_help")}
          dir="ltr"
          value={limits.value.models}
          onInput={(models) => set({ models })}
        />
        <Field
          label={t("expires")}
          help={say("never_expires")}
          type="datetime-local"
          value={localTime(limits.value.expires)}
          onInput={(text) => set({ expires: text && new Date(text).toISOString() })}
        />
        <More of={limits} />
        <footer>
          <button type="button" class="secondary" onClick={onClose}>{common("cancel")}</button>
          <button type="submit">{common(of ? "save" : "create")}</button>
        </footer>
      </form>
    </Dialog>
  );
}

interface Group {
  id: string;
  name: string;
}

const MOST_GROUPS = 100;

/** The team or the customer of a key. */
function Belongs({ of }: { of: Signal<KeyFields> }) {
  const teams = useGet<PageOf<Group>>(`/gateway/governance/teams?limit=${MOST_GROUPS}`);
  const customers = useGet<PageOf<Group>>(`/gateway/governance/customers?limit=${MOST_GROUPS}`);
  const { team, customer } = of.value;
  const options = (groups: Group[] | undefined, chosen: string, none: string) => [
    { value: "", label: none },
    ...(groups ?? []).map(({ id, name }) => ({ value: id, label: name })),
    // One beyond those that are listed stays what it is.
    ...chosen && !groups?.some(({ id }) => id === chosen) ? [{ value: chosen, label: chosen }] : [],
  ];
  return (
    <div class="form-row">
      <Choice
        label={t("team")}
        value={team}
        options={options(teams.data.value?.data, team, t("no_team"))}
        onChange={(team) => of.value = { ...of.value, team }}
      />
      <Choice
        label={t("customer")}
        value={customer}
        options={options(customers.data.value?.data, customer, t("no_customer"))}
        onChange={(customer) => of.value = { ...of.value, customer }}
      />
    </div>
  );
}

/** The settings that few keys need. */
function More({ of }: { of: Signal<KeyFields> }) {
  const set = (part: Partial<KeyFields>) => of.value = { ...of.value, ...part };
  const { timeout, cache, skips, passes } = of.value;
  return (
    <details>
      <summary>{say("more")}</summary>
      <div class="form-row">
        <Field
          label={say("timeout")}
          help={say("timeout_help")}
          type="number"
          min={0}
          step="any"
          value={timeout}
          onInput={(timeout) => set({ timeout })}
        />
        <Field
          label={say("cache")}
          help={say("cache_help")}
          type="number"
          min={1}
          value={cache}
          onInput={(cache) => set({ cache })}
        />
      </div>
      <Check label={say("skips")} checked={skips} onChange={(skips) => set({ skips })} />
      <Check label={say("passes")} checked={passes} onChange={(passes) => set({ passes })} />
    </details>
  );
}
