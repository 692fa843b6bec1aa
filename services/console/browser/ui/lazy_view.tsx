/** A view of a page whose files come when it is first opened, so that a page brings only what it shows. */
import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "../i18n/shared_words.ts";
import { Failure } from "./state.tsx";

/** Loads a view's component: `() => import("./gateway/keys.tsx").then(({ Keys }) => Keys)`. */
export type LoadView = () => Promise<ComponentType>;

const known = new Map<LoadView, ComponentType>();

/** Give it the view's name as `key`. */
export function LazyView({ load }: { load: LoadView }) {
  const turn = useSignal(0);
  const failure = useSignal<unknown>(undefined);
  useEffect(() => {
    if (known.has(load)) return;
    load().then(
      (view) => {
        known.set(load, view);
        turn.value++;
      },
      (error) => failure.value = error,
    );
  }, [load]);
  void turn.value;
  const View = known.get(load);
  if (View) return <View />;
  // A module that failed once stays failed until the page is loaded again.
  if (failure.value !== undefined) return <Failure error={failure.value} retry={() => location.reload()} />;
  return <p class="waiting" aria-busy="true">{t("loading")}</p>;
}
