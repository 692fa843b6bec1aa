/** Short messages at the foot of the page. They keep their words, not the text, so that a language switch reaches them. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ApiFailure } from "../api.ts";
import { t } from "../i18n/shared_words.ts";
import { failureText } from "../i18n/service_words.ts";

interface Toast {
  id: number;
  text: () => string;
  kind: "done" | "failed";
  /** The id by which the logs know a failed request. */
  requestId?: string;
  undo?: { label: () => string; act: () => void };
}

const SHOWN_MS = 6_000;
/** Whoever works by the keyboard has to find the button first, and a failure takes longer to read. */
const LONG_SHOWN_MS = 15_000;
const AGAIN_MS = 2_000;
const MOST = 4;
const toasts = signal<Toast[]>([]);
/** The open dialogs by their ids, the one on top last. What is outside of it is covered and inert. */
const dialogs = signal<readonly string[]>([]);
let count = 0;

/** Shows a message for some seconds, with a way to take the act back where there is one. */
export function toast(
  text: () => string,
  { kind = "done", undo, requestId }: Partial<Pick<Toast, "kind" | "undo" | "requestId">> = {},
): void {
  const id = count++;
  toasts.value = [...toasts.value, { id, text, kind, undo, requestId }].slice(-MOST);
  setTimeout(() => expire(id), undo || kind === "failed" ? LONG_SHOWN_MS : SHOWN_MS);
}

/** Takes a message away, but none that somebody points at or whose buttons have the focus. */
function expire(id: number): void {
  if (document.querySelector(".toasts:hover, .toasts:focus-within")) setTimeout(() => expire(id), AGAIN_MS);
  else dismiss(id);
}

/** Shows why something failed. */
export function toastFailure(error: unknown): void {
  const requestId = error instanceof ApiFailure ? error.requestId : undefined;
  toast(() => failureText(error), { kind: "failed", requestId });
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

/** Messages stand in the dialog `id` while it is the one on top. */
export function useToastsInDialog(id: string, isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    dialogs.value = [...dialogs.value, id];
    return () => dialogs.value = dialogs.value.filter((other) => other !== id);
  }, [id, isOpen]);
}

/** The messages of the page. */
export function Toasts() {
  useEffect(() => {
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return <ToastPlace />;
}

/** A place of messages, of the page or of a dialog; it must be there before the first one. */
export function ToastPlace({ dialog }: { dialog?: string }) {
  const shown = dialogs.value.at(-1) === dialog ? toasts.value : [];
  return (
    <div class="toasts" role="status" aria-live="polite">
      {shown.map((toast) => {
        const { id, text, kind, undo, requestId } = toast;
        return (
          <div key={id} class={`toast ${kind}`}>
            <span>
              <bdi>{text()}</bdi>
              {requestId && <small>{t("request_id", { id: requestId })}</small>}
            </span>
            {undo && (
              <button
                type="button"
                class="link"
                title="Ctrl-Z"
                aria-keyshortcuts="Control+Z"
                onClick={() => takeBack(toast)}
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
