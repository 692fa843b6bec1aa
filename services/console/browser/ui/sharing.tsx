/** With whom a thing is shared: people, roles or all, to read it or to change it too. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t as common } from "../i18n/shared_words.ts";
import { words } from "../i18n/words.ts";
import { Dialog } from "./dialog.tsx";
import { Check, Choice, Field } from "./field.tsx";
import { Icon } from "./icons.tsx";
import { Failure } from "./state.tsx";
import { toast, toastFailure } from "./toast.tsx";

const t = words({
  share: ["Share", "شارك"],
  people: ["People", "أشخاص"],
  people_help: ["Sign-in names, separated by commas", "أسماء الدخول، تفصلها فواصل"],
  roles: ["Everyone of a role", "كل من له دور"],
  all: ["Everybody who signs in", "كل من يسجّل الدخول"],
  may: ["They may", "يحق لهم"],
  read: ["read it", "القراءة"],
  change: ["change it too", "التعديل أيضًا"],
  saved: ["Sharing is saved", "حُفظت المشاركة"],
});

const ROLES = ["user", "manager", "admin"] as const;

export interface Sharing {
  people: string[];
  roles: ("admin" | "manager" | "user")[];
  all: boolean;
  may: "read" | "change";
}

interface Props {
  read(): Promise<Sharing>;
  write(sharing: Sharing): Promise<unknown>;
}

/** A button that opens the dialog; for the owner, managers and admins. */
export function Share(props: Props) {
  const open = useSignal(false);
  return (
    <>
      <button type="button" class="secondary" onClick={() => open.value = true}>
        <Icon name="person" /> {t("share")}
      </button>
      {open.value && <SharingDialog {...props} onClose={() => open.value = false} />}
    </>
  );
}

function SharingDialog({ read, write, onClose }: Props & { onClose(): void }) {
  const form = useSignal<Sharing | undefined>(undefined);
  const people = useSignal("");
  const failure = useSignal<unknown>(undefined);
  const ask = async () => {
    try {
      const { people: names, roles, all, may } = await read();
      form.value = { people: names, roles, all, may };
      people.value = names.join(", ");
    } catch (error) {
      failure.value = error;
    }
  };
  useEffect(() => void ask(), []);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (!form.value) return;
    const names = people.value.split(/[,،]/).map((name) => name.trim()).filter(Boolean);
    try {
      await write({ ...form.value, people: names });
      onClose();
      toast(() => t("saved"));
    } catch (error) {
      toastFailure(error);
    }
  };
  const set = (parts: Partial<Sharing>) => form.value = form.value && { ...form.value, ...parts };
  const { value } = form;
  return (
    <Dialog title={t("share")} open onClose={onClose}>
      {failure.value !== undefined && <Failure error={failure.value} />}
      {value && (
        <form onSubmit={(event) => void submit(event)}>
          <Field
            label={t("people")}
            help={t("people_help")}
            value={people.value}
            onInput={(text) => people.value = text}
          />
          <fieldset>
            <legend>{t("roles")}</legend>
            {ROLES.map((role) => (
              <Check
                key={role}
                label={common(`role_${role}`)}
                checked={value.roles.includes(role)}
                onChange={(on) => {
                  const others = value.roles.filter((other) => other !== role);
                  set({ roles: on ? [...others, role] : others });
                }}
              />
            ))}
          </fieldset>
          <Check label={t("all")} checked={value.all} onChange={(all) => set({ all })} />
          <Choice
            label={t("may")}
            value={value.may}
            options={[{ value: "read", label: t("read") }, { value: "change", label: t("change") }]}
            onChange={(may) => set({ may })}
          />
          <footer>
            <button type="button" class="secondary" onClick={onClose}>{common("cancel")}</button>
            <button type="submit">{common("save")}</button>
          </footer>
        </form>
      )}
    </Dialog>
  );
}
