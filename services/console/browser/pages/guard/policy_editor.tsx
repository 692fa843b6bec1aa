/** The form of a policy, with a trial of its rule by the guard. */
import { type Signal, useSignal } from "@preact/signals";
import { t as common } from "../../i18n/shared_words.ts";
import { Confirm } from "../../ui/dialog.tsx";
import { Area, Check, Choice, Field } from "../../ui/field.tsx";
import { inputOf, kindWord, type PolicyInput, RULE_TYPES, type RuleType } from "./guard.ts";
import { ScopeFields } from "./policy_scope.tsx";
import { PolicyTrial } from "./policy_trial.tsx";
import { t as say } from "./policy_words.ts";
import { configOf, type Handling, handlingOf, HANDLINGS, ruleText } from "./rule.ts";
import { t } from "./words.ts";

export const NEW: PolicyInput = {
  name: "",
  description: "",
  rule_type: "keyword",
  rule_config: '{"keywords": []}',
  action: "block",
  is_active: true,
  mode: "enforce",
  priority: 100,
  scope: { products: [], keys: [], teams: [], models: [], users: [] },
};

export function PolicyEditor(
  { of = NEW, save, remove, onClose }: {
    of?: PolicyInput;
    save(policy: PolicyInput): Promise<void>;
    /** Only for one that is there. */
    remove?: () => void;
    onClose(): void;
  },
) {
  const policy = useSignal<PolicyInput>(inputOf(of));
  const text = useSignal(ruleText(of));
  const handling = useSignal(handlingOf(of));
  const isConfirming = useSignal(false);
  const { rule_type: kind, action } = policy.value;
  const rule_config = configOf(kind, text.value, { handling: handling.value, before: of });
  const submit = (event: Event) => {
    event.preventDefault();
    void save({ ...policy.value, rule_config });
  };
  return (
    <>
      <form onSubmit={submit}>
        <Kind policy={policy} />
        <Rule kind={kind} text={text} handling={handling} />
        <Reach policy={policy} />
        {kind !== "model-based" && <PolicyTrial rule={{ rule_type: kind, rule_config, action }} />}
        <Foot remove={remove && (() => isConfirming.value = true)} onClose={onClose} />
      </form>
      {isConfirming.value && remove && (
        <Confirm
          title={of.name}
          text={t("delete_words")}
          label={common("delete")}
          act={remove}
          onClose={() => setTimeout(() => isConfirming.value = false)}
        />
      )}
    </>
  );
}

function Foot({ remove, onClose }: { remove?: () => void; onClose(): void }) {
  return (
    <footer>
      {remove && (
        <button type="button" class="danger" onClick={remove}>
          {common("delete")}
        </button>
      )}
      <button type="button" class="secondary" onClick={onClose}>{common("cancel")}</button>
      <button type="submit">{common("save")}</button>
    </footer>
  );
}

function Kind({ policy }: { policy: Signal<PolicyInput> }) {
  const set = (part: Partial<PolicyInput>) => policy.value = { ...policy.value, ...part };
  return (
    <>
      <div class="form-row">
        <Field
          label={common("name")}
          required
          value={policy.value.name}
          onInput={(name) => set({ name })}
        />
        <Choice<RuleType>
          label={t("type")}
          value={policy.value.rule_type}
          options={RULE_TYPES.map((value) => ({ value, label: t(kindWord(value)) }))}
          onChange={(rule_type) => set({ rule_type })}
        />
        <Choice<PolicyInput["action"]>
          label={t("action")}
          value={policy.value.action}
          options={(["log", "warn", "block"] as const).map((value) => ({ value, label: t(value) }))}
          onChange={(action) => set({ action })}
        />
      </div>
      <Field
        label={t("description")}
        value={policy.value.description}
        onInput={(description) => set({ description })}
      />
    </>
  );
}

/** The rule itself, in the form of its kind. */
function Rule(
  { kind, text, handling }: { kind: RuleType; text: Signal<string>; handling: Signal<Handling> },
) {
  if (kind === "injection") {
    return (
      <Field
        label={say("threshold")}
        help={say("threshold_help")}
        type="number"
        min={0.05}
        step="0.05"
        required
        value={text.value}
        onInput={(value) => text.value = value}
      />
    );
  }
  const labels = {
    keyword: t("rule_words"),
    regex: t("rule_patterns"),
    pii: say("types"),
    "model-based": t("rule_rubric"),
  };
  return (
    <>
      <Area
        label={labels[kind]}
        help={kind === "pii" ? say("types_help") : undefined}
        required
        rows={4}
        dir={kind === "regex" || kind === "pii" ? "ltr" : "auto"}
        value={text.value}
        onInput={(value) => text.value = value}
      />
      {kind === "pii" && (
        <Choice<Handling>
          label={say("handling")}
          value={handling.value}
          options={HANDLINGS.map((value) => ({ value, label: say(value) }))}
          onChange={(value) => handling.value = value}
        />
      )}
    </>
  );
}

/** When it judges, in which order, and whom. */
function Reach({ policy }: { policy: Signal<PolicyInput> }) {
  const set = (part: Partial<PolicyInput>) => policy.value = { ...policy.value, ...part };
  const { is_active, mode, priority, scope } = policy.value;
  return (
    <>
      <div class="form-row">
        <Choice<PolicyInput["mode"]>
          label={say("mode")}
          value={mode}
          options={[{ value: "enforce", label: say("enforce") }, { value: "shadow", label: say("shadow") }]}
          onChange={(mode) => set({ mode })}
        />
        <Field
          label={say("priority")}
          type="number"
          min={0}
          required
          value={String(priority)}
          onInput={(value) => set({ priority: Number(value) })}
        />
      </div>
      <Check label={t("in_force")} checked={is_active} onChange={(is_active) => set({ is_active })} />
      <ScopeFields scope={scope} change={(scope) => set({ scope })} />
    </>
  );
}
