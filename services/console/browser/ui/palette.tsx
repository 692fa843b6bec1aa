/** The command palette: Ctrl-K, some letters in either language, Enter. */
import { signal, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { commandsByPage } from "../commands.ts";
import { t } from "../i18n/common.ts";
import { fold } from "../i18n/fold.ts";
import type { Command } from "../page.ts";
import { navigate } from "../router.ts";

export const paletteOpen = signal(false);

const MOST = 30;

/** The entries that hold all words of `text`, in any order. */
export function matching(entries: { folded: string; command: Command }[], text: string): Command[] {
  const parts = fold(text).split(/\s+/).filter(Boolean);
  return entries.filter(({ folded }) => parts.every((part) => folded.includes(part))).slice(0, MOST)
    .map(({ command }) => command);
}

export function Palette({ pages }: { pages: Command[] }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const text = useSignal("");
  const at = useSignal(0);
  const open = paletteOpen.value;
  const all = commandsByPage.value;
  const entries = useMemo(
    () =>
      open
        ? [...pages, ...[...all.values()].flat()].map((command) => ({
          command,
          folded: fold(`${command.label} ${command.hint ?? ""}`),
        }))
        : [],
    [open, all, pages],
  );
  const shown = matching(entries, text.value);
  useEffect(() => {
    if (!open) return dialog.current?.close();
    text.value = "";
    at.value = 0;
    dialog.current?.showModal();
  }, [open]);
  const go = (command: Command | undefined) => {
    if (!command) return;
    // Before the page changes: a dialog gives the focus back to where it was.
    dialog.current?.close();
    paletteOpen.value = false;
    navigate(command.address);
  };
  const key = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      at.value = (at.value + step + shown.length) % Math.max(1, shown.length);
    }
    if (event.key === "Enter") {
      event.preventDefault();
      go(shown[at.value]);
    }
  };
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label={t("search_everything")}
      onClose={() => paletteOpen.value = false}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      {open && (
        <article>
          <input
            type="text"
            role="combobox"
            dir="auto"
            aria-label={t("search_everything")}
            aria-expanded="true"
            aria-controls="palette-list"
            aria-autocomplete="list"
            aria-activedescendant={shown.length > 0 ? `palette-${at.value}` : undefined}
            placeholder={t("search_everything")}
            value={text.value}
            autoFocus
            onInput={(event) => {
              text.value = event.currentTarget.value;
              at.value = 0;
            }}
            onKeyDown={key}
          />
          <ul id="palette-list" role="listbox" aria-label={t("search_everything")}>
            {shown.map((command, index) => (
              <li
                key={command.address}
                id={`palette-${index}`}
                role="option"
                aria-selected={index === at.value}
                onClick={() => go(command)}
              >
                <bdi>{command.label}</bdi>
                {command.hint && <small>{command.hint}</small>}
              </li>
            ))}
          </ul>
          {shown.length === 0 && <p class="waiting">{t("no_match")}</p>}
        </article>
      )}
    </dialog>
  );
}
