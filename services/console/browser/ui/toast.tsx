/** Short messages at the foot of the page. They keep their words, not the text, so that a language switch reaches them. */
import { signal } from "@preact/signals";
import { t } from "../i18n/common.ts";
import { failureText } from "../i18n/service_words.ts";

interface Toast {
  id: number;
  text: () => string;
  kind: "done" | "failed";
  undo?: { label: () => string; act: () => void };
}

const SHOWN_MS = 6_000;
const MOST = 4;
const toasts = signal<Toast[]>([]);
let count = 0;

/** Shows a message for some seconds, with a way to take the act back where there is one. */
export function toast(
  text: () => string,
  { kind = "done", undo }: Partial<Pick<Toast, "kind" | "undo">> = {},
): void {
  const id = count++;
  toasts.value = [...toasts.value, { id, text, kind, undo }].slice(-MOST);
  setTimeout(() => dismiss(id), SHOWN_MS);
}

/** Shows why something failed. */
export function toastFailure(error: unknown): void {
  toast(() => failureText(error), { kind: "failed" });
}

function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** The place of the messages; it must be on the page before the first one. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, kind, undo }) => (
        <div key={id} class={`toast ${kind}`}>
          <bdi>{text()}</bdi>
          {undo && (
            <button
              type="button"
              class="link"
              onClick={() => {
                undo.act();
                dismiss(id);
              }}
            >
              {undo.label()}
            </button>
          )}
          <button type="button" class="plain" aria-label={t("close")} onClick={() => dismiss(id)}>×</button>
        </div>
      ))}
    </div>
  );
}
