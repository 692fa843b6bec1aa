/** The price of a model, as an admin sets, changes or removes it. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { ApiFailure, get, useGet } from "../../api.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { dateTime, list, usd } from "../../i18n/format.ts";
import { faultsIn } from "../../i18n/faults.ts";
import { isolated } from "../../i18n/words.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { toast, toastFailure } from "../../ui/toast.tsx";
import type { Price, SetPrice } from "./calls.ts";
import {
  isByUnit,
  isDetailed,
  PARTS,
  type PriceField,
  priceOf,
  type PriceTexts,
  textsOf,
  TOKENS,
  UNITS,
} from "./price_form.ts";
import { t as say } from "./price_words.ts";

/** A model at a provider, and what is known of its price. */
export interface Priced {
  provider: string;
  model: string;
  /** In force. */
  price: Price | null;
  /** Where an admin set it. */
  set: SetPrice | undefined;
}

export function PriceDialog(
  { of, onClose, done }: { of: Priced | undefined; onClose(): void; done(): void },
) {
  return (
    <Dialog title={of ? say("of", { model: of.model }) : ""} open={of !== undefined} onClose={onClose}>
      {of && <PriceForm key={`${of.provider}/${of.model}`} of={of} onClose={onClose} done={done} />}
    </Dialog>
  );
}

/** A price in a line. */
export function priceText(price: Price): string {
  const { input, output, units = {} } = price;
  const tokens = isByUnit(price)
    ? []
    : [say("in_and_out", { input: usd(Number(input ?? 0)), output: usd(Number(output ?? 0)) })];
  const others = UNITS.flatMap((name) => {
    const value = units[name];
    if (value === undefined) return [];
    const amounts = typeof value === "string" ? [value] : Object.values(value);
    return [`${isolated(say(name))}: ${amounts.map((amount) => usd(Number(amount))).join(" / ")}`];
  });
  return list([...tokens, ...others]);
}

const PATH = "/gateway/governance/prices";

/** Makes `price` the one that was set, or none where it is null; it can be taken back. */
async function change(of: Priced, price: Price | null, done: () => void): Promise<void> {
  const { provider, model, set } = of;
  const path = `${PATH}/${encodeURIComponent(provider)}/${encodeURIComponent(model)}`;
  const put = async (price: Price | null) => {
    if (price) await get<SetPrice>(path, { method: "PUT", json: price });
    else await get(path, { method: "DELETE" });
    done();
  };
  await put(price);
  const undo = () => void put(set?.price ?? null).catch(toastFailure);
  toast(() => say(price ? "was_set" : "was_removed", { model }), {
    undo: { label: () => say("undo"), act: undo },
  });
}

function PriceForm({ of, onClose, done }: { of: Priced; onClose(): void; done(): void }) {
  const texts = useSignal<PriceTexts>(textsOf(of.price));
  const wrong = useSignal<ReadonlySet<string>>(new Set());
  const form = useRef<HTMLFormElement>(null);
  const faults = wrong.value;
  useEffect(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus(), [faults]);
  const save = async (price: Price | null) => {
    try {
      await change(of, price, done);
      onClose();
    } catch (error) {
      const faults = error instanceof ApiFailure ? faultsIn(error) : [];
      const fields = new Set(faults.map(({ loc }) => String(loc[0] === "units" ? loc[1] : loc[0])));
      const shown = [...TOKENS, ...PARTS, ...UNITS].some((name) => fields.has(name));
      wrong.value = shown ? fields : new Set();
      if (!shown) toastFailure(error);
    }
  };
  const submit = (event: Event) => {
    event.preventDefault();
    void save(priceOf(texts.value, of.price));
  };
  const others = [...PARTS, ...UNITS];
  const isUnit = UNITS.some((name) => texts.value[name]);
  return (
    <form ref={form} onSubmit={submit}>
      <Standing of={of} />
      <div class="form-row">
        {TOKENS.map((name) => (
          <Amount key={name} name={name} texts={texts} wrong={faults} required={!isUnit} />
        ))}
      </div>
      <details
        open={others.some((name) =>
          faults.has(name) || Boolean(texts.peek()[name])
        )}
      >
        <summary>{say("more")}</summary>
        <div class="form-row">
          {others.map((name) => <Amount key={name} name={name} texts={texts} wrong={faults} />)}
        </div>
      </details>
      {of.price && isDetailed(of.price) && <p>{say("kept")}</p>}
      <p class="muted">{say("from_now")}</p>
      {of.set && <History of={of} />}
      <footer>
        {of.set && (
          <button
            type="button"
            class="danger"
            onClick={() => void save(null)}
          >
            {say("remove")}
          </button>
        )}
        <button type="button" class="secondary" onClick={onClose}>{common("cancel")}</button>
        <button type="submit">{common("save")}</button>
      </footer>
    </form>
  );
}

const AS_INPUT: readonly string[] = ["cached_input", "cache_write"];

function Amount(
  { name, texts, wrong, required = false }: {
    name: PriceField;
    texts: Signal<PriceTexts>;
    wrong: ReadonlySet<string>;
    required?: boolean;
  },
) {
  return (
    <Field
      label={say(name)}
      help={AS_INPUT.includes(name) ? say("as_input") : undefined}
      error={wrong.has(name) ? say("wrong") : undefined}
      type="number"
      min={0}
      step="any"
      required={required}
      value={texts.value[name] ?? ""}
      onInput={(text) => texts.value = { ...texts.value, [name]: text }}
    />
  );
}

/** Who set the price, and what it would be without. */
function Standing({ of: { set } }: { of: Priced }) {
  if (!set) return null;
  return (
    <p>
      {say("by", { who: set.set_by, when: dateTime(set.set_at) })}.{" "}
      {set.configured ? say("instead", { price: priceText(set.configured) }) : say("instead_none")}
    </p>
  );
}

interface Change {
  price: Price | null;
  set_by: string;
  set_at: string;
}

function History({ of: { provider, model } }: { of: Priced }) {
  const detail = useGet<{ history: Change[] }>(
    `${PATH}/${encodeURIComponent(provider)}/${encodeURIComponent(model)}`,
  );
  const before = detail.data.value?.history.slice(1) ?? [];
  if (before.length === 0) return null;
  return (
    <details>
      <summary>{say("history")}</summary>
      <ul>
        {before.map(({ price, set_by, set_at }) => (
          <li key={set_at}>
            {price && `${priceText(price)}.`}{" "}
            {say(price ? "by" : "removed_by", { who: set_by, when: dateTime(set_at) })}
          </li>
        ))}
      </ul>
    </details>
  );
}
