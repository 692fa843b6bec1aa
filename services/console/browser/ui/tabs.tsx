/** Views of a page, each with an address: `?view=keys`. */
import { query, setQuery } from "../router.ts";
import { isRtl } from "../prefs.ts";

export interface Tab {
  id: string;
  label: string;
}

/** The tab that the address names, else the first. */
export function currentTab(tabs: readonly Tab[], name = "view"): string {
  const chosen = query.value.get(name);
  return tabs.find(({ id }) => id === chosen)?.id ?? tabs[0]?.id ?? "";
}

/** `keep` names the parts of the address that belong to all views, as the thing that they show. */
export function Tabs(
  { tabs, label, name = "view", keep = [] }: {
    tabs: readonly Tab[];
    label: string;
    name?: string;
    keep?: readonly string[];
  },
) {
  const current = currentTab(tabs, name);
  const show = (id: string) => {
    // Filters belong to the view that is left.
    const others = Object.fromEntries(
      [...query.value.keys()].filter((key) => !keep.includes(key)).map((key) => [key, undefined]),
    );
    setQuery({ ...others, [name]: id === tabs[0]?.id ? undefined : id });
  };
  const move = (event: KeyboardEvent) => {
    const forward = event.key === (isRtl.value ? "ArrowLeft" : "ArrowRight");
    const back = event.key === (isRtl.value ? "ArrowRight" : "ArrowLeft");
    if (!forward && !back) return;
    event.preventDefault();
    const at = tabs.findIndex(({ id }) => id === current);
    const next = tabs[(at + (forward ? 1 : tabs.length - 1)) % tabs.length];
    if (!next) return;
    show(next.id);
    document.getElementById(`tab-${next.id}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          id={`tab-${tab.id}`}
          type="button"
          role="tab"
          aria-selected={tab.id === current}
          tabIndex={tab.id === current ? 0 : -1}
          onClick={() => show(tab.id)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
