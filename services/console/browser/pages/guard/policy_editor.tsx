/** The form of a policy, with a test of its rule on a sample. */
import { type Signal, useSignal } from "@preact/signals";
import { t as common } from "../../i18n/common.ts";
import { list } from "../../i18n/format.ts";
import { Confirm, Dialog } from "../../ui/dialog.tsx";
import { Area, Check, Choice, Field } from "../../ui/field.tsx";
import { inputOf, type Policy, type PolicyInput } from "./guard.ts";
import { configOf, linesOf, matches } from "./rule.ts";
import { t } from "./words.ts";

const NEW: PolicyInput = {
  name: "",
  description: "",
  rule_type: "keyword",
  rule_config: '{"keywords": []}',
  action: "block",
  is_active: true,
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
  const lines = useSignal(linesOf(of.rule_type, of.rule_config));
  const asking = useSignal(false);
  const set = (part: Partial<PolicyInput>) => policy.value = { ...policy.value, ...part };
  const { rule_type: kind } = policy.value;
  const submit = (event: Event) => {
    event.preventDefault();
    void save({ ...policy.value, rule_config: configOf(kind, lines.value, of.rule_config) });
  };
  const label =
    { keyword: t("rule_words"), regex: t("rule_patterns"), "model-based": t("rule_rubric") }[kind];
  return (
    <Dialog title={of === NEW ? t("new_policy") : t("policy")} open onClose={onClose} wide>
      <form onSubmit={submit}>
        <Kind policy={policy} />
        <Field
          label={t("description")}
          value={policy.value.description}
          onInput={(description) => set({ description })}
        />
        <Area
          label={label}
          required
          rows={4}
          dir={kind === "regex" ? "ltr" : "auto"}
          value={lines.value}
          onInput={(value) => lines.value = value}
        />
        <Check
          label={t("in_force")}
          checked={policy.value.is_active}
          onChange={(is_active) => set({ is_active })}
        />
        {kind !== "model-based" && <Test kind={kind} lines={lines.value} />}
        <Foot remove={remove && (() => asking.value = true)} onClose={onClose} />
      </form>
      {asking.value && remove && (
        <Confirm
          title={of.name}
          text={t("delete_words")}
          label={common("delete")}
          act={remove}
          onClose={() => setTimeout(() => asking.value = false)}
        />
      )}
    </Dialog>
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
    <div class="form-row">
      <Field
        label={common("name")}
        required
        value={policy.value.name}
        onInput={(name) => set({ name })}
      />
      <Choice<Policy["rule_type"]>
        label={t("type")}
        value={policy.value.rule_type}
        options={[
          { value: "keyword", label: t("keyword") },
          { value: "regex", label: t("regex") },
          { value: "model-based", label: t("model_based") },
        ]}
        onChange={(rule_type) => set({ rule_type })}
      />
      <Choice<Policy["action"]>
        label={t("action")}
        value={policy.value.action}
        options={[
          { value: "log", label: t("log") },
          { value: "warn", label: t("warn") },
          { value: "block", label: t("block") },
        ]}
        onChange={(action) => set({ action })}
      />
    </div>
  );
}

/** A sample text, with the parts that the rule matches. */
function Test({ kind, lines }: { kind: Policy["rule_type"]; lines: string }) {
  const sample = useSignal("");
  return (
    <>
      <Area
        label={`${t("test_title")}: ${t("test_text")}`}
        help={t("test_note")}
        rows={2}
        value={sample.value}
        onInput={(value) => sample.value = value}
      />
      {sample.value && <Tested kind={kind} lines={lines} sample={sample.value} />}
    </>
  );
}

function Tested({ kind, lines, sample }: { kind: Policy["rule_type"]; lines: string; sample: string }) {
  try {
    const found = matches(kind, lines, sample) ?? [];
    if (found.length === 0) return <p class="note" role="status">{t("would_not")}</p>;
    return <p class="note warn" role="status">{t("would_match", { words: list([...new Set(found)]) })}</p>;
  } catch (error) {
    return (
      <p class="note bad" role="status">
        {t("pattern_wrong", { reason: error instanceof Error ? error.message : "" })}
      </p>
    );
  }
}
