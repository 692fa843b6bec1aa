/** The proof of the audit trail: its chain of hashes, the record of its end, and the anchors kept elsewhere. */
import { useSignal } from "@preact/signals";
import { get } from "../../api.ts";
import { number } from "../../i18n/format.ts";
import { Icon } from "../../ui/icons.tsx";
import { Stat, Stats } from "../../ui/state.tsx";
import { Code, Time } from "../../ui/time.tsx";
import { toast, toastFailure } from "../../ui/toast.tsx";
import { GUARD } from "./guard.ts";
import { t } from "./proof_words.ts";

const FAULTS = [
  "missing",
  "altered",
  "unlinked",
  "unkeyed",
  "unknown_key",
  "head_missing",
  "head_altered",
  "anchor",
] as const;

interface Verification {
  valid: boolean;
  checked: number;
  first_seq: number | null;
  last_seq: number | null;
  broken_at: number | null;
  fault: typeof FAULTS[number] | null;
  key_id: string;
  public_key: string;
  anchors: { checked: number; unreadable: number; last_seq: number | null; last_at: string | null };
}

export function Proof() {
  const proof = useSignal<Verification | undefined>(undefined);
  const verify = async () => {
    try {
      proof.value = await get<Verification>(`${GUARD}/audit/verify`);
    } catch (error) {
      toastFailure(error);
    }
  };
  const anchor = async () => {
    try {
      const { seq } = await get<{ seq: number }>(`${GUARD}/audit/anchors`, { method: "POST" });
      toast(() => t("anchored", { seq }));
      await verify();
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <>
      <p class="actions">
        <button type="button" class="secondary small" onClick={() => void verify()}>{t("verify")}</button>
        <button type="button" class="secondary small" onClick={() => void anchor()}>{t("anchor")}</button>
        <a role="button" class="secondary small" href={`/api${GUARD}/audit/export`} download="trail.jsonl">
          <Icon name="download" /> {t("export")}
        </a>
      </p>
      {proof.value && <Found of={proof.value} />}
    </>
  );
}

function Found({ of: { valid, checked, broken_at, fault, ...of } }: { of: Verification }) {
  return (
    <div role="status">
      <p class={`note ${valid ? "good" : "bad"}`}>
        {valid
          ? t("chain_good", { n: checked })
          : broken_at === null
          ? t("trail_broken")
          : t("chain_broken", { seq: broken_at })} {fault && t(fault === "anchor" ? "fault_anchor" : fault)}
      </p>
      <Stats>
        <Stat
          label={t("events")}
          value={of.first_seq === null ? "–" : `${number(of.first_seq)} – ${number(of.last_seq ?? 0)}`}
        />
        <Stat label={t("anchors")} value={number(of.anchors.checked)} />
        <Stat
          label={t("last_anchor")}
          value={of.anchors.last_seq === null ? "–" : number(of.anchors.last_seq)}
          note={of.anchors.last_at && <Time at={of.anchors.last_at} />}
        />
        {of.anchors.unreadable > 0 && <Stat label={t("unreadable")} value={number(of.anchors.unreadable)} />}
      </Stats>
      <p class="muted">
        {t("public_key")} <Code>{of.public_key}</Code>
      </p>
    </div>
  );
}
