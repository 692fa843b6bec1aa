/** Things from a YAML file: first what would change, then the change. */
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { t as common } from "../i18n/shared_words.ts";
import { number } from "../i18n/format.ts";
import { words } from "../i18n/words.ts";
import { Dialog } from "./dialog.tsx";
import { Area } from "./field.tsx";
import { Badge, Failure } from "./state.tsx";
import { toastFailure } from "./toast.tsx";

const t = words({
  choose_file: ["Choose a file", "اختر ملفًا"],
  check: ["Show what would change", "عرض ما سيتغير"],
  import_now: ["Import", "استيراد"],
  would_create: ["Would be created", "ستُنشأ"],
  would_change: ["Would change", "ستتغير"],
  stay: ["Stay as they are", "تبقى كما هي"],
});

export interface Imported {
  created: string[];
  updated: string[];
  unchanged: string[];
}

/** `ask` sends the file, `done` is told how many were created or changed. */
export function YamlImport(
  { title, intro, ask, done, onClose }: {
    title: string;
    intro: string;
    ask(json: { yaml: string; dry_run: boolean }): Promise<Imported>;
    done(n: number): void;
    onClose(): void;
  },
) {
  const yaml = useSignal("");
  const outlook = useSignal<Imported | undefined>(undefined);
  const failure = useSignal<unknown>(undefined);
  const file = useRef<HTMLInputElement>(null);
  const write = (text: string) => {
    yaml.value = text;
    outlook.value = undefined;
    failure.value = undefined;
  };
  const take = async (dry_run: boolean) => {
    try {
      const answer = await ask({ yaml: yaml.value, dry_run });
      failure.value = undefined;
      if (dry_run) {
        outlook.value = answer;
        return;
      }
      done(answer.created.length + answer.updated.length);
      onClose();
    } catch (error) {
      failure.value = error;
    }
  };
  const submit = (event: Event) => {
    event.preventDefault();
    void take(outlook.value === undefined);
  };
  const read = (chosen: File | undefined) => chosen?.text().then(write, toastFailure);
  return (
    <Dialog title={title} open onClose={onClose} wide>
      <form onSubmit={submit}>
        <p class="muted">{intro}</p>
        <p>
          <button type="button" class="secondary small" onClick={() => file.current?.click()}>
            {t("choose_file")}
          </button>
          <input
            ref={file}
            type="file"
            hidden
            aria-label={t("choose_file")}
            accept=".yaml,.yml,text/yaml"
            onChange={(event) => void read(event.currentTarget.files?.[0])}
          />
        </p>
        <Area label="YAML" required rows={10} dir="ltr" value={yaml.value} onInput={write} />
        {failure.value !== undefined && <Failure error={failure.value} />}
        {outlook.value && <Outlook of={outlook.value} />}
        <footer>
          <button type="button" class="secondary" onClick={onClose}>{common("cancel")}</button>
          <button type="submit">{t(outlook.value ? "import_now" : "check")}</button>
        </footer>
      </form>
    </Dialog>
  );
}

function Outlook({ of }: { of: Imported }) {
  const parts = [
    { names: of.created, label: t("would_create"), tone: "good" },
    { names: of.updated, label: t("would_change"), tone: "warn" },
    { names: of.unchanged, label: t("stay"), tone: "calm" },
  ] as const;
  return (
    <div role="status" class="split">
      {parts.map(({ names, label, tone }) => (
        <div key={label}>
          <h3>
            {label} <Badge tone={tone}>{number(names.length)}</Badge>
          </h3>
          <ul class="plain-list">
            {names.map((name) => (
              <li key={name}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
