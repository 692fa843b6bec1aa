/** A dialog of the browser's own kind: it keeps the focus, closes by Escape and gives the focus back. */
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../i18n/shared_words.ts";
import { ToastPlace, useToastsInDialog } from "./toast.tsx";

/** Where a dialog's keyboard begins: its first field, or the harmless one of two buttons. */
const FIRST = ":is(input, select, textarea):enabled:not([type=file], [type=hidden]), footer button:enabled";

export function Dialog(
  { title, open, onClose, children, wide = false }: {
    title: string;
    open: boolean;
    onClose(): void;
    children: ComponentChildren;
    wide?: boolean;
  },
) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useToastsInDialog(id, open);
  // A layout effect: a passive one runs some frames later, and a key pressed in between would go nowhere.
  useLayoutEffect(() => {
    if (!open) return;
    const opener = document.activeElement;
    element.current?.showModal();
    // Else it stands on the sign that closes, the first in the dialog: what is typed then goes nowhere.
    element.current?.querySelector<HTMLElement>(FIRST)?.focus();
    // The browser gives the focus back to its opener only where the dialog is closed before it leaves the page.
    return () =>
      queueMicrotask(() => {
        const lost = document.activeElement === document.body;
        if (lost && opener instanceof HTMLElement && opener.isConnected) opener.focus();
      });
  }, [open]);
  if (!open) return null;
  return (
    <dialog
      ref={element}
      class={wide ? "wide" : ""}
      aria-labelledby={id}
      onCancel={(event) => {
        // A file's own cancelling passes here too.
        if (event.target !== element.current) return;
        // The browser tells of the close some time after it: whoever opens the dialog again in between lost it.
        event.preventDefault();
        onClose();
      }}
      onClose={() => element.current && onClose()}
    >
      <article>
        <header>
          <h2 id={id}>{title}</h2>
          <button type="button" class="plain" aria-label={t("close")} onClick={onClose}>×</button>
        </header>
        {children}
      </article>
      <ToastPlace dialog={id} />
    </dialog>
  );
}

/** Asks before something that cannot be taken back. */
export function Confirm(
  { title, text, act, label, onClose }: {
    title: string;
    text: string;
    label: string;
    act(): void;
    onClose(): void;
  },
) {
  return (
    <Dialog title={title} open onClose={onClose}>
      <p>{text}</p>
      <footer>
        <button type="button" class="secondary" onClick={onClose}>{t("cancel")}</button>
        <button
          type="button"
          class="danger"
          onClick={() => {
            onClose();
            act();
          }}
        >
          {label}
        </button>
      </footer>
    </Dialog>
  );
}
