/** Fields of forms with their labels. */
import { type ComponentChildren, h } from "preact";
import { useId } from "preact/hooks";

interface Common {
  label: string;
  help?: string;
  /** What is wrong with the value, in the reader's language. */
  error?: string;
}

/** The fault and the help under a field; the input points at both. */
function Notes({ id, help, error }: { id: string; help?: string; error?: string }) {
  return (
    <>
      {error && <small id={`${id}-error`} class="field-error">{error}</small>}
      {help && <small id={`${id}-help`}>{help}</small>}
    </>
  );
}

const described = (id: string, { help, error }: { help?: string; error?: string }) => ({
  "aria-invalid": error ? "true" as const : undefined,
  "aria-describedby": [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(" ") || undefined,
});

export function Field(
  { label, help, error, value, onInput, type = "text", dir = "auto", ...rest }: Common & {
    value: string;
    onInput(value: string): void;
    type?: "text" | "number" | "search" | "password" | "datetime-local" | "date" | "url";
    dir?: "auto" | "ltr";
    required?: boolean;
    placeholder?: string;
    min?: number;
    step?: string;
    autocomplete?: string;
    list?: string;
  },
) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {h("input", {
        ...rest,
        id,
        type,
        dir: type === "number" ? "ltr" : dir,
        value,
        ...described(id, { help, error }),
        onInput: (event: InputEvent & { currentTarget: HTMLInputElement }) =>
          onInput(event.currentTarget.value),
      })}
      <Notes id={id} help={help} error={error} />
    </div>
  );
}

export function Area(
  { label, help, error, value, onInput, rows = 4, dir = "auto", ...rest }: Common & {
    value: string;
    onInput(value: string): void;
    rows?: number;
    dir?: "auto" | "ltr";
    required?: boolean;
    placeholder?: string;
    onKeyDown?(event: KeyboardEvent): void;
  },
) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        rows={rows}
        dir={dir}
        value={value}
        {...described(id, { help, error })}
        onInput={(event) => onInput(event.currentTarget.value)}
        {...rest}
      />
      <Notes id={id} help={help} error={error} />
    </div>
  );
}

export function Choice<T extends string>(
  { label, value, options, onChange }: Common & {
    value: T;
    options: readonly { value: T; label: string }[];
    onChange(value: T): void;
  },
) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.currentTarget.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {options.map((option) => <option key={option.value} value={option.value}>{option.label}</option>)}
      </select>
    </div>
  );
}

export function Check(
  { label, checked, onChange, disabled = false }: {
    label: ComponentChildren;
    checked: boolean;
    disabled?: boolean;
    onChange(checked: boolean): void;
  },
) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}
