/** Short messages at the foot of the page. They keep their words, not the text, so that a language switch reaches them. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../i18n/common.ts";
import { failureText } from "../i18n/service_words.ts";

interface Toast {
  id: number;
  text: () => string;
  kind: "done" | "failed";
  undo?: { label: () => string; act: () => void };
}

const SHOWN_MS = 6_000;
/** Whoever works by the keyboard has to find the button first. */
const UNDO_SHOWN_MS = 15_000;
const AGAIN_MS = 2_000;
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
  setTimeout(() => expire(id), undo ? UNDO_SHOWN_MS : SHOWN_MS);
}

/** Takes a message away, but none that somebody points at or whose buttons have the focus. */
function expire(id: number): void {
  if (document.querySelector(".toasts:hover, .toasts:focus-within")) setTimeout(() => expire(id), AGAIN_MS);
  else dismiss(id);
}

/** Shows why something failed. */
export function toastFailure(error: unknown): void {
  toast(() => failureText(error), { kind: "failed" });
}

function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

function takeBack({ id, undo }: Toast): void {
  const hadFocus = document.querySelector(".toasts:focus-within") !== null;
  undo?.act();
  dismiss(id);
  if (hadFocus) document.querySelector<HTMLElement>("main")?.focus();
}

/** Ctrl-Z takes the last act back, unless somebody is writing: there it is the field's own. */
function onKey(event: KeyboardEvent): void {
  if (event.key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
  if (event.target instanceof Element && event.target.closest("input, textarea, select")) return;
  const last = toasts.value.findLast(({ undo }) => undo);
  if (!last) return;
  event.preventDefault();
  takeBack(last);
}

/** The place of the messages; it must be on the page before the first one. */
export function Toasts() {
  useEffect(() => {
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map((one) => {
        const { id, text, kind, undo } = one;
        return (
          <div key={id} class={`toast ${kind}`}>
            <bdi>{text()}</bdi>
            {undo && (
              <button
                type="button"
                class="link"
                title="Ctrl-Z"
                aria-keyshortcuts="Control+Z"
                onClick={() => takeBack(one)}
              >
                {undo.label()}
              </button>
            )}
            <button type="button" class="plain" aria-label={t("close")} onClick={() => dismiss(id)}>×</button>
          </div>
        );
      })}
    </div>
  );
}
