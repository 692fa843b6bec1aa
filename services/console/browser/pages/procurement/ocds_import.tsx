/** Tenders from a file of the Open Contracting Data Standard, with the outcome for each release. */
import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { get } from "../../api.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { codeLabels, words } from "../../i18n/words.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Badge, Failure, type Tone } from "../../ui/state.tsx";
import { Table } from "../../ui/table.tsx";
import { Code } from "../../ui/time.tsx";
import { API } from "./procurement.ts";

export const t = words({
  import_ocds: ["Import OCDS", "استيراد OCDS"],
  intro: [
    "A release package of the Open Contracting Data Standard 1.1, as JSON. All of it is imported, or nothing.",
    "حزمة إصدارات وفق معيار بيانات التعاقد المفتوح 1.1 بصيغة JSON. تُستورد كلها أو لا يُستورد منها شيء.",
  ],
  file: ["File", "الملف"],
  no_json: ["The file is not JSON", "الملف ليس JSON صالحًا"],
  import_now: ["Import", "استيراد"],
  importing: ["Importing…", "جارٍ الاستيراد…"],
  outcomes: ["Outcome by release", "النتيجة لكل إصدار"],
  process: ["Process", "العملية"],
  outcome: ["Outcome", "النتيجة"],
  notes: ["Notes", "ملاحظات"],
  open: ["Open", "فتح"],
});

const outcomeName = codeLabels({
  created: ["created", "أُنشئت"],
  updated: ["updated", "حُدّثت"],
  awarded: ["its award was kept", "حُفظت ترسيتها"],
  already: ["imported before", "استُوردت من قبل"],
  older: ["older than what is known", "أقدم من المعروف"],
  own: ["a tender of this installation", "مناقصة من هذه المنصة"],
  kept: ["left as people changed it here", "أُبقيت كما عدّلها الناس هنا"],
  skipped: ["skipped: it tells of no tender", "تُجوّزت: لا تذكر مناقصة"],
});

interface ReleaseOutcome {
  ocid: string;
  release_id: string;
  tender_id: string | null;
  outcome: string;
  notes: string[];
}

const TONES: Record<string, Tone> = { created: "good", updated: "good", awarded: "good", skipped: "warn" };

export function OcdsImport({ onClose, done }: { onClose(): void; done(): void }) {
  const chosen = useSignal<File | undefined>(undefined);
  const busy = useSignal(false);
  const failure = useSignal<unknown>(undefined);
  const outcomes = useSignal<ReleaseOutcome[] | undefined>(undefined);
  const id = useId();
  const take = async (file: File) => {
    busy.value = true;
    failure.value = undefined;
    try {
      const json = await parsed(file);
      const answer = await get<{ releases: ReleaseOutcome[] }>(`${API}/ocds/releases`, {
        method: "POST",
        json,
      });
      outcomes.value = answer.releases;
      done();
    } catch (error) {
      failure.value = error;
    } finally {
      busy.value = false;
    }
  };
  return (
    <Dialog title={t("import_ocds")} open onClose={onClose} wide>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen.value) void take(chosen.value);
        }}
      >
        <p class="muted">{t("intro")}</p>
        <div class="field">
          <label for={id}>{t("file")}</label>
          <input
            id={id}
            type="file"
            accept=".json,application/json"
            required
            onChange={(event) => {
              chosen.value = event.currentTarget.files?.[0];
              outcomes.value = undefined;
            }}
          />
        </div>
        {failure.value !== undefined && <Failure error={failure.value} />}
        {outcomes.value && <Outcomes of={outcomes.value} />}
        <footer>
          <button type="button" class="secondary" onClick={onClose}>{common("close")}</button>
          <button type="submit" disabled={busy.value || !chosen.value || outcomes.value !== undefined}>
            {t(busy.value ? "importing" : "import_now")}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

async function parsed(file: File): Promise<unknown> {
  const text = await file.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(t("no_json"));
  }
}

function Outcomes({ of }: { of: ReleaseOutcome[] }) {
  return (
    <div role="status">
      <Table
        name="ocds-outcomes"
        label={t("outcomes")}
        rows={of}
        columns={[
          {
            id: "ocid",
            label: t("process"),
            cell: ({ ocid }) => <Code>{ocid}</Code>,
            text: ({ ocid }) => ocid,
          },
          {
            id: "outcome",
            label: t("outcome"),
            cell: ({ outcome, tender_id }) => (
              <>
                <Badge tone={TONES[outcome] ?? "calm"}>{outcomeName(outcome)}</Badge>{" "}
                {tender_id && <a href={`/procurement?tender=${tender_id}`}>{t("open")}</a>}
              </>
            ),
            text: ({ outcome }) => outcomeName(outcome),
          },
          {
            id: "notes",
            label: t("notes"),
            sentences: true,
            cell: ({ notes }) => notes.map((note) => <p key={note} dir="auto">{note}</p>),
            text: ({ notes }) => notes.join("; "),
          },
        ]}
      />
    </div>
  );
}
