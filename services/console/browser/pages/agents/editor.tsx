/** The settings of an agent: prompt, model, tools and which of them ask first; with a test run beside it. */
import { type Signal, useSignal } from "@preact/signals";
import { get, useGet } from "../../api.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { navigate } from "../../router.ts";
import { Confirm } from "../../ui/dialog.tsx";
import { Area, Check, Field } from "../../ui/field.tsx";
import type { Rights } from "../../ui/rights.ts";
import { Share, type Sharing } from "../../ui/sharing.tsx";
import { Await, Card } from "../../ui/state.tsx";
import { Code } from "../../ui/time.tsx";
import { toast, toastFailure } from "../../ui/toast.tsx";
import { type Agent, type AgentInput, API, type Tool } from "./agents.ts";
import { Conversation } from "./conversation.tsx";
import { toolText } from "./tool_text.ts";
import { t } from "./words.ts";

const EMPTY: AgentInput = {
  name: "",
  description: "",
  system_prompt: "",
  model: "",
  max_steps: 10,
  temperature: null,
  tools: [],
  needs_approval: [],
};

export function Editor({ of, rights }: { of: Agent; rights: Rights }) {
  const asked = useSignal(false);
  const remove = async () => {
    try {
      await get(`${API}/agents/${of.id}`, { method: "DELETE" });
      navigate("/agents");
      toast(() => t("deleted", { name: of.name }));
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <div class="split">
      <Card
        title={t("edit")}
        actions={
          <>
            {rights.share && (
              <Share
                read={() => get<Sharing>(`${API}/agents/${of.id}/sharing`)}
                write={(json) => get(`${API}/agents/${of.id}/sharing`, { method: "PUT", json })}
              />
            )}
            {rights.remove && (
              <button type="button" class="secondary" onClick={() => asked.value = true}>
                {common("delete")}
              </button>
            )}
          </>
        }
      >
        <AgentForm of={of} done={() => {}} />
      </Card>
      <Card title={t("try_it")}>
        <Conversation agent={of.id} />
      </Card>
      {asked.value && (
        <Confirm
          title={common("delete")}
          text={t("delete_words", { name: of.name })}
          label={common("delete")}
          act={() => void remove()}
          onClose={() => asked.value = false}
        />
      )}
    </div>
  );
}

export function AgentForm({ of, done, onClose }: { of?: Agent; done(): void; onClose?(): void }) {
  const form = useSignal<AgentInput>(of ?? EMPTY);
  const set = (parts: Partial<AgentInput>) => form.value = { ...form.value, ...parts };
  const submit = async (event: Event) => {
    event.preventDefault();
    const json = bodyOf(form.value);
    try {
      if (of) await get(`${API}/agents/${of.id}`, { method: "PUT", json });
      else await get(`${API}/agents`, { method: "POST", json });
      onClose?.();
      done();
      toast(() => t("saved", { name: json.name }));
    } catch (error) {
      toastFailure(error);
    }
  };
  const { value } = form;
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Field label={common("name")} required value={value.name} onInput={(name) => set({ name })} />
      <Field
        label={t("description")}
        value={value.description}
        onInput={(description) => set({ description })}
      />
      <Area
        label={t("prompt")}
        rows={6}
        value={value.system_prompt}
        onInput={(system_prompt) => set({ system_prompt })}
      />
      <div class="form-row">
        <Field
          label={t("model")}
          help={t("model_help")}
          dir="ltr"
          value={value.model}
          onInput={(model) => set({ model })}
        />
        <Field
          label={t("max_steps")}
          type="number"
          min={1}
          value={String(value.max_steps)}
          onInput={(text) => set({ max_steps: Number(text) })}
        />
        <Field
          label={`${t("temperature")} (${common("optional")})`}
          type="number"
          min={0}
          step="0.1"
          value={value.temperature === null ? "" : String(value.temperature)}
          onInput={(text) => set({ temperature: text === "" ? null : Number(text) })}
        />
      </div>
      <Tools form={form} />
      <footer>
        {onClose && <button type="button" class="secondary" onClick={onClose}>{common("cancel")}</button>}
        <button type="submit">{common("save")}</button>
      </footer>
    </form>
  );
}

function bodyOf({ model, ...form }: AgentInput) {
  const { name, description, system_prompt, max_steps, temperature, tools, needs_approval } = form;
  return {
    ...{ name, description, system_prompt, max_steps, temperature, tools },
    ...model.trim() ? { model: model.trim() } : {},
    needs_approval: needs_approval.filter((tool) => tools.includes(tool)),
  };
}

function Tools({ form }: { form: Signal<AgentInput> }) {
  const known = useGet<Tool[]>(`${API}/tools`);
  const { tools, needs_approval } = form.value;
  const toggle = (field: "tools" | "needs_approval", name: string, on: boolean) => {
    const before = form.value[field].filter((tool) => tool !== name);
    form.value = { ...form.value, [field]: on ? [...before, name] : before };
  };
  return (
    <fieldset>
      <legend>{t("tools")}</legend>
      <Await of={known}>
        {(all) => (
          <ul class="plain-list tools">
            {all.map(({ name, description }) => (
              <li key={name}>
                <Check
                  label={<Code>{name}</Code>}
                  checked={tools.includes(name)}
                  onChange={(on) => toggle("tools", name, on)}
                />
                <small>
                  <bdi dir="auto">{toolText(description)}</bdi>
                </small>
                {tools.includes(name) && (
                  <Check
                    label={
                      <>
                        <span class="hidden">{name}</span> {t("asks_first")}
                      </>
                    }
                    checked={needs_approval.includes(name)}
                    onChange={(on) => toggle("needs_approval", name, on)}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </Await>
    </fieldset>
  );
}
