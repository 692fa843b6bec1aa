/** The command palette: Ctrl-K, some letters in either language, Enter. It finds pages, and what the services have. */
import { signal, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { SERVICE_ORDER } from "../../shared/pages.ts";
import { nameOf, t } from "../i18n/shared_words.ts";
import { fold } from "../i18n/fold.ts";
import { list } from "../i18n/format.ts";
import type { Command } from "../page.ts";
import { navigate } from "../router.ts";
import { kindName } from "./palette_words.ts";
import { type FoundBySearch, useSearch } from "./palette_search.ts";

export const paletteOpen = signal(false);

const MOST = 12;

/** Entries under one heading. */
interface Group {
  name: string;
  commands: Command[];
}

/** The pages that hold all words of `text`, in any order. */
function matching(entries: { folded: string; command: Command }[], text: string): Command[] {
  const parts = fold(text).split(/\s+/).filter(Boolean);
  return entries.filter(({ folded }) => parts.every((part) => folded.includes(part))).slice(0, MOST)
    .map(({ command }) => command);
}

/** The pages first, then what each service has, in the order of the rail. */
function grouped(pages: Command[], { hits }: FoundBySearch): Group[] {
  const services = SERVICE_ORDER.map((service) => ({
    name: nameOf(service),
    commands: hits.filter((hit) => hit.service === service)
      .map(({ kind, label, address }) => ({ label, address, hint: kindName(kind) })),
  }));
  return [{ name: t("pages"), commands: pages }, ...services].filter(({ commands }) => commands.length > 0);
}

export function Palette({ pages }: { pages: Command[] }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const text = useSignal("");
  const chosen = useSignal<string | undefined>(undefined);
  const open = paletteOpen.value;
  const entries = useMemo(
    () =>
      open
        ? pages.map((command) => ({ command, folded: fold(`${command.label} ${command.hint ?? ""}`) }))
        : [],
    [open, pages],
  );
  const results = useSearch(text.value, open).value;
  const groups = grouped(matching(entries, text.value), results);
  const shown = groups.flatMap(({ commands }) => commands);
  const at = Math.max(0, shown.findIndex((command) => command.address === chosen.value));
  // Before the next event, so that a close event that comes late meets the dialog open again.
  useLayoutEffect(() => {
    if (!open) return dialog.current?.close();
    text.value = "";
    chosen.value = undefined;
    dialog.current?.showModal();
  }, [open]);
  useEffect(() => document.getElementById(`palette-${at}`)?.scrollIntoView({ block: "nearest" }), [at]);
  const hide = () => {
    dialog.current?.close();
    paletteOpen.value = false;
  };
  const go = (command: Command | undefined) => {
    if (!command) return;
    // Before the page changes: a dialog gives the focus back to where it was.
    hide();
    navigate(command.address);
  };
  const key = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      chosen.value = shown[(at + step + shown.length) % Math.max(1, shown.length)]?.address;
    }
    if (event.key === "Enter") {
      event.preventDefault();
      go(shown[at]);
    }
  };
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label={t("search_everything")}
      onCancel={(event) => {
        // The close event comes some time after the dialog has gone: Ctrl-K in between would only close it again.
        event.preventDefault();
        hide();
      }}
      onClose={() => paletteOpen.value = dialog.current?.open ?? false}
      onClick={(event) => event.target === dialog.current && hide()}
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
            aria-activedescendant={shown.length > 0 ? `palette-${at}` : undefined}
            placeholder={t("search_everything")}
            value={text.value}
            autoFocus
            maxLength={200}
            onInput={(event) => {
              text.value = event.currentTarget.value;
              chosen.value = undefined;
            }}
            onKeyDown={key}
          />
          <Found groups={groups} at={at} go={go} />
          <p class="found" role="status">
            {results.asking
              ? t("searching")
              : shown.length === 0
              ? t("no_match")
              : t("results", { n: shown.length })}
            {results.silent.length > 0 &&
              ` · ${t("silent_services", { names: list(results.silent.map(nameOf)) })}`}
          </p>
        </article>
      )}
    </dialog>
  );
}

function Found({ groups, at, go }: { groups: Group[]; at: number; go(command: Command): void }) {
  let index = 0;
  return (
    <div id="palette-list" role="listbox" aria-label={t("search_everything")}>
      {groups.map(({ name, commands }) => (
        <div key={name} role="group" aria-label={name}>
          <div class="group" aria-hidden="true">{name}</div>
          {commands.map((command) => {
            const place = index++;
            return (
              <div
                key={`${command.address} ${command.label}`}
                id={`palette-${place}`}
                role="option"
                aria-selected={place === at}
                onClick={() => go(command)}
              >
                <bdi>{command.label}</bdi>
                {command.hint && <small>{command.hint}</small>}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
