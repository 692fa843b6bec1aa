/** A trial of a rule that need not be saved: on a sample while it is typed, and on what has passed already. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get } from "../../api.ts";
import { list } from "../../i18n/format.ts";
import { Area } from "../../ui/field.tsx";
import { Badge, Failure } from "../../ui/state.tsx";
import { Table } from "../../ui/table.tsx";
import { Code } from "../../ui/time.tsx";
import { toastFailure } from "../../ui/toast.tsx";
import { type Action, POLICIES, type PolicyInput, TONES } from "./guard.ts";
import { t as say } from "./policy_words.ts";
import { t } from "./words.ts";

type Rule = Pick<PolicyInput, "rule_type" | "rule_config" | "action">;

interface Trial {
  checked: number;
  matched: number;
  new: number;
  without_text: number;
  hits: { index: number; event_id: string | null; matched_terms: string[]; in_force: Action }[];
}

const REST_MS = 300;
/** As many texts of the trail as one trial takes. */
const LAST = 500;

export function PolicyTrial({ rule }: { rule: Rule }) {
  const sample = useSignal("");
  const history = useSignal<Trial | undefined>(undefined);
  const { rule_type, rule_config, action } = rule;
  const tryHistory = async () => {
    try {
      const json = { policy: { rule_type, rule_config, action }, last: LAST };
      history.value = await get<Trial>(`${POLICIES}/try`, { method: "POST", json });
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <fieldset>
      <legend>{t("test_title")}</legend>
      <Area
        label={t("test_text")}
        rows={2}
        value={sample.value}
        onInput={(value) => sample.value = value}
      />
      {sample.value.trim() && <Tried rule={rule} sample={sample.value} />}
      <p>
        <button type="button" class="secondary small" onClick={() => void tryHistory()}>
          {say("try_history", { n: LAST })}
        </button>
      </p>
      {history.value && <History of={history.value} />}
    </fieldset>
  );
}

/** The guard's findings in `sample`, asked for after a debounce. */
function Tried({ rule: { rule_type, rule_config, action }, sample }: { rule: Rule; sample: string }) {
  const trial = useSignal<Trial | undefined>(undefined);
  const failure = useSignal<unknown>(undefined);
  useEffect(() => {
    const stop = new AbortController();
    const ask = async () => {
      try {
        const json = { policy: { rule_type, rule_config, action }, samples: [sample] };
        trial.value = await get<Trial>(`${POLICIES}/try`, { method: "POST", json, signal: stop.signal });
        failure.value = undefined;
      } catch (error) {
        if (!stop.signal.aborted) failure.value = error;
      }
    };
    const timer = setTimeout(() => void ask(), REST_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [rule_type, rule_config, sample]);
  if (failure.value !== undefined) return <Failure error={failure.value} />;
  if (!trial.value) return null;
  const [hit] = trial.value.hits;
  if (!hit) return <p class="note" role="status">{t("would_not")}</p>;
  return <p class="note warn" role="status">{t("would_match", { words: list(hit.matched_terms) })}</p>;
}

function History({ of: { checked, matched, new: added, without_text, hits } }: { of: Trial }) {
  return (
    <div role="status">
      <p class={`note ${matched > 0 ? "warn" : ""}`}>
        {say("history_result", { matched, checked, added })}
        {without_text > 0 && <small>{say("without_text", { n: without_text })}</small>}
      </p>
      {hits.length > 0 && (
        <Table
          label={say("history_hits")}
          rows={hits}
          columns={[
            { id: "event", label: t("event"), cell: ({ event_id }) => <Code>{event_id}</Code> },
            {
              id: "terms",
              label: say("found"),
              cell: ({ matched_terms }) => <bdi>{matched_terms.join(" · ")}</bdi>,
            },
            {
              id: "now",
              label: say("now"),
              cell: ({ in_force }) => <Badge tone={TONES[in_force]}>{t(in_force)}</Badge>,
            },
          ]}
        />
      )}
    </div>
  );
}
