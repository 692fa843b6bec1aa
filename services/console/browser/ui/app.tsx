/** The frame: rail, bar, the page of the address, messages, palette, and the end of the session. */
import { computed, signal, useSignal } from "@preact/signals";
import { Component, type ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { type PageEntry, pageOf, PAGES } from "../../shared/pages.ts";
import { user } from "../boot.ts";
import { nameOf, t } from "../i18n/shared_words.ts";
import type { Command, Page } from "../page.ts";
import { pageFiles } from "../pages.ts";
import { lang } from "../prefs.ts";
import { path } from "../router.ts";
import { Bar } from "./bar.tsx";
import { Palette, paletteOpen } from "./palette.tsx";
import { Rail } from "./rail.tsx";
import { SessionEnd } from "./session_end.tsx";
import { Failure } from "./state.tsx";
import { Toasts } from "./toast.tsx";

/** The pages that this person may see. */
export const visiblePages = computed<PageEntry[]>(() => {
  const pages: readonly PageEntry[] = PAGES;
  return user.value?.kind === "key" ? pages.filter(({ forKeys }) => forKeys) : [...pages];
});

const loaded = signal(new Map<string, Page>());

async function load(file: string): Promise<void> {
  if (loaded.value.has(file)) return;
  const module = await pageFiles[file]?.();
  if (module) loaded.value = new Map(loaded.value).set(file, module.page);
}

export function App() {
  const railOpen = useSignal(false);
  const entry = pageOf(path.value);
  const allowed = entry && visiblePages.value.includes(entry) ? entry : undefined;
  // The palette finds the views of pages that nobody has opened yet.
  useEffect(() => {
    if (paletteOpen.value) {
      for (const { file } of visiblePages.value) {
        // A page that cannot be loaded says so when it is opened.
        load(file).catch(() => {});
      }
    }
  }, [paletteOpen.value]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        paletteOpen.value = !paletteOpen.value;
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    <div class="frame">
      <a class="skip" href="#main">{t("skip")}</a>
      <Bar railOpen={railOpen} />
      <Rail pages={visiblePages.value} open={railOpen} />
      <Main entry={allowed} />
      <Toasts />
      <Palette pages={commands()} />
      <SessionEnd />
    </div>
  );
}

function Main({ entry }: { entry: PageEntry | undefined }) {
  const element = useRef<HTMLElement>(null);
  const first = useRef(true);
  const failure = useSignal<unknown>(undefined);
  const page = entry && loaded.value.get(entry.file);
  useEffect(() => {
    if (!entry || loaded.value.has(entry.file)) return;
    failure.value = undefined;
    load(entry.file).catch((error) => failure.value = error);
  }, [entry]);
  useEffect(() => {
    if (page) document.title = `${page.title()} · ${t("diwan")}`;
  }, [page, path.value, lang.value]);
  useEffect(() => {
    // The first page keeps the browser's own place; each one after it begins at its top, for the keyboard too.
    if (!first.current) element.current?.focus({ preventScroll: true });
    if (!first.current) element.current?.scrollTo(0, 0);
    first.current = false;
  }, [entry]);
  return (
    <main id="main" ref={element} tabIndex={0}>
      {entry === undefined && <p class="note warn">{t("not_for_role")}</p>}
      {failure.value !== undefined && <Failure error={failure.value} retry={() => location.reload()} />}
      {page
        ? <Guarded key={entry?.file}>{page.view()}</Guarded>
        : entry && <p class="waiting">{t("loading")}</p>}
    </main>
  );
}

/** A page that throws must not take the frame with it. */
class Guarded extends Component<{ children: ComponentChildren }, { error: unknown }> {
  override state = { error: undefined };
  static override getDerivedStateFromError(error: unknown) {
    return { error };
  }
  override componentDidCatch(error: unknown): void {
    reportError(error);
  }
  render() {
    if (this.state.error === undefined) return this.props.children;
    return <Failure error={this.state.error} retry={() => this.setState({ error: undefined })} />;
  }
}

/** Pages, and the parts that loaded ones offer. */
function commands(): Command[] {
  const own = visiblePages.value.map(({ path }) => ({ label: nameOf(pageNameOf(path)), address: path }));
  const views = visiblePages.value.flatMap(({ file }) => loaded.value.get(file)?.commands?.() ?? []);
  return [...own, ...views];
}

/** `/gateway` is the place `gateway`, `/` is `home`. */
export function pageNameOf(path: string): string {
  return path.slice(1) || "home";
}
