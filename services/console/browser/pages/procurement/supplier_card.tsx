/** One supplier: what is known of it, its record, and its score. */
import { useSignal } from "@preact/signals";
import { get, useGet } from "../../api.ts";
import { isManager, user } from "../../boot.ts";
import { number } from "../../i18n/format.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Choice, Field } from "../../ui/field.tsx";
import { Await, Badge, Stat, Stats } from "../../ui/state.tsx";
import { Table } from "../../ui/table.tsx";
import { Code, Time } from "../../ui/time.tsx";
import { toastFailure } from "../../ui/toast.tsx";
import { API, type Supplier } from "./procurement.ts";
import { t } from "./words.ts";

const KINDS = ["on_time_delivery", "late_delivery", "breach"] as const;
const TONES = { award: "good", on_time_delivery: "good", late_delivery: "warn", breach: "bad" } as const;

interface Entry {
  kind: keyof typeof TONES;
  note: string;
  recorded_by: string;
  recorded_at: string;
}

export function SupplierCard({ id, onClose, changed }: { id: string; onClose(): void; changed(): void }) {
  const supplier = useGet<Supplier>(`${API}/suppliers/${id}`);
  const known = supplier.data.value;
  const mine = isManager.value || (known?.owners.includes(user.value?.sub ?? "") ?? false);
  const rate = async () => {
    try {
      await get(`${API}/suppliers/${id}/score`, { method: "POST" });
      changed();
    } catch (error) {
      toastFailure(error);
    }
    supplier.reload();
  };
  return (
    <Dialog title={known?.name ?? t("supplier")} open wide onClose={onClose}>
      <Await of={supplier}>
        {(of) => (
          <>
            <Stats>
              <Stat
                label={t("score")}
                value={of.rated && of.score !== null ? number(of.score) : t("not_rated")}
              />
              <Stat label={t("registration")} value={<Code>{of.registration_number}</Code>} />
              <Stat label={t("email")} value={<Code>{of.contact_email}</Code>} />
            </Stats>
            {([["capabilities", of.capabilities], ["certifications", of.certifications], [
              "owners",
              of.owners,
            ]] as const).map(([name, values]) =>
              values.length > 0 && (
                <p key={name}>
                  {t(name)}: {values.map((value) => (
                    <Badge key={value}>
                      <bdi>{value}</bdi>
                    </Badge>
                  ))}
                </p>
              )
            )}
            {isManager.value && (
              <button type="button" class="secondary" onClick={() => void rate()}>{t("rate")}</button>
            )}
          </>
        )}
      </Await>
      {mine && <Record id={id} />}
    </Dialog>
  );
}

function Record({ id }: { id: string }) {
  const entries = useGet<Entry[]>(`${API}/suppliers/${id}/records`);
  const kind = useSignal<typeof KINDS[number]>("on_time_delivery");
  const note = useSignal("");
  const add = async (event: Event) => {
    event.preventDefault();
    const json = { kind: kind.value, ...note.value ? { note: note.value } : {} };
    try {
      await get(`${API}/suppliers/${id}/records`, { method: "POST", json });
      note.value = "";
    } catch (error) {
      toastFailure(error);
    }
    entries.reload();
  };
  return (
    <>
      <h3>{t("records")}</h3>
      <Await of={entries}>
        {(rows) => (
          <Table
            label={t("records")}
            rows={rows}
            empty={<p class="muted">{t("no_records")}</p>}
            columns={[
              {
                id: "kind",
                label: t("records"),
                cell: ({ kind }) => <Badge tone={TONES[kind]}>{t(kind === "award" ? "awarded" : kind)}
                </Badge>,
              },
              { id: "note", label: t("note"), cell: ({ note }) => <bdi>{note}</bdi> },
              { id: "who", label: t("who"), cell: ({ recorded_by }) => <bdi>{recorded_by}</bdi> },
              { id: "when", label: t("when"), cell: ({ recorded_at }) => <Time at={recorded_at} /> },
            ]}
          />
        )}
      </Await>
      {isManager.value && (
        <form onSubmit={(event) => void add(event)}>
          <div class="form-row">
            <Choice
              label={t("records")}
              value={kind.value}
              options={KINDS.map((value) => ({ value, label: t(value) }))}
              onChange={(value) => kind.value = value}
            />
            <Field label={t("note")} value={note.value} onInput={(text) => note.value = text} />
          </div>
          <footer>
            <button type="submit" class="secondary">{t("add_record")}</button>
          </footer>
        </form>
      )}
    </>
  );
}
