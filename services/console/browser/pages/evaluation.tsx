/** Evaluation: the leaderboard, evaluations with their answers, several side by side, benchmarks. */
import { isManager } from "../boot.ts";
import { nameOf } from "../i18n/shared_words.ts";
import type { Page } from "../page.ts";
import { query } from "../router.ts";
import { LazyView, type LoadView } from "../ui/lazy_view.tsx";
import { PageHead } from "../ui/page_head.tsx";
import { currentTab, Tabs } from "../ui/tabs.tsx";
import { Benchmarks } from "./evaluation/benchmarks.tsx";
import { LabellingView } from "./evaluation/labelling.tsx";
import { Leaderboard } from "./evaluation/leaderboard.tsx";
import { MatrixView } from "./evaluation/matrix.tsx";
import { ResultPage } from "./evaluation/result.tsx";
import { Results } from "./evaluation/results.tsx";
import { t } from "./evaluation/words.ts";

const EDITOR: LoadView = () =>
  import("./evaluation/benchmark_editor.tsx").then(({ BenchmarkEditor }) => BenchmarkEditor);
const VIEWS = { leaderboard: Leaderboard, results: Results, matrix: MatrixView, benchmarks: Benchmarks };
const tabs = () =>
  (["leaderboard", "results", "matrix", "benchmarks"] as const).map((id) => ({
    id,
    label: t(id),
  }));

export const page: Page = {
  title: () => nameOf("evaluation"),
  view: () => <Evaluation />,
  commands: () =>
    tabs().map(({ id, label }) => ({ label, hint: nameOf("evaluation"), address: `/evaluation?view=${id}` })),
};

function Evaluation() {
  const opened = query.value.get("result");
  if (opened && query.value.has("label")) return <LabellingView key={opened} id={opened} />;
  if (opened) return <ResultPage key={opened} id={opened} />;
  if (query.value.has("edit") && isManager.value) return <LazyView key="edit" load={EDITOR} />;
  const current = currentTab(tabs());
  const View = Object.entries(VIEWS).find(([id]) => id === current)?.[1];
  return (
    <>
      <PageHead title={nameOf("evaluation")} intro={t("intro")} service="evaluation" />
      <Tabs tabs={tabs()} label={t("views")} />
      {View && <View />}
    </>
  );
}
