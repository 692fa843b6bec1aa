/** A benchmark is written, changed or copied; its questions are tried before it is saved. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { ApiFailure, get, useGet } from "../../api.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { type FaultAt, faultsIn } from "../../i18n/faults.ts";
import { navigate, query } from "../../router.ts";
import { Confirm } from "../../ui/dialog.tsx";
import { PageHead } from "../../ui/page_head.tsx";
import { Await, Card, Failure } from "../../ui/state.tsx";
import { toast, toastFailure } from "../../ui/toast.tsx";
import {
  type BenchmarkInput,
  benchmarkOf,
  type Draft,
  draftOf,
  emptyDraft,
  isJson,
  newQuestion,
  type QuestionDraft,
  questionDraft,
} from "./benchmark_draft.ts";
import { BenchmarkHead } from "./benchmark_head.tsx";
import { BenchmarkImport } from "./benchmark_import.tsx";
import { t as say } from "./benchmark_words.ts";
import { API } from "./evaluation.ts";
import { QuestionForm } from "./question_form.tsx";
import { QuestionList } from "./question_list.tsx";
import { QuestionTrial } from "./question_trial.tsx";
import { t } from "./words.ts";

const LIST = "/evaluation?view=benchmarks";

interface Content {
  hash: string;
  source: "built_in" | "file" | "written";
  benchmark: BenchmarkInput;
}

export function BenchmarkEditor() {
  const id = query.value.get("edit") ?? "";
  const content = useGet<Content>(id ? `${API}/benchmarks/${encodeURIComponent(id)}/content` : undefined);
  return (
    <>
      <a href={LIST} class="back">{say("back")}</a>
      {id
        ? <Await of={content}>{(of) => <Editor key={of.hash} of={of} reload={content.reload} />}</Await>
        : <Editor reload={() => {}} />}
    </>
  );
}

function Editor({ of, reload }: { of?: Content; reload(): void }) {
  const isOwn = of?.source === "written";
  const draft = useSignal(useMemo(() => startOf(of), [of]));
  const opened = useSignal(draft.value.questions[0]?.key);
  const faults = useSignal<FaultAt[]>([]);
  const failure = useSignal<unknown>(undefined);
  const form = useRef<HTMLFormElement>(null);
  const change = (next: Draft) => draft.value = next;
  const open = (key: number | undefined) => opened.value = key;
  const refuse = (found: FaultAt[]) => {
    faults.value = found;
    const first = found.find(({ loc }) => loc[0] === "questions");
    const isHead = found.some(({ loc }) => loc[0] !== "questions");
    if (first && !isHead) open(draft.value.questions[Number(first.loc[1])]?.key);
  };
  useFocusOnFault(form.current, faults.value);
  const save = async () => {
    const broken = draft.value.questions.flatMap(({ json }, at): FaultAt[] =>
      json === undefined || isJson(json) ? [] : [{ loc: ["questions", at], msg: "", type: "no_json" }]
    );
    if (broken.length > 0) return refuse(broken);
    const json = benchmarkOf(draft.value);
    try {
      const path = `${API}/benchmarks`;
      if (isOwn) await get(`${path}/${json.id}?over=${of.hash}`, { method: "PUT", json });
      else await get(path, { method: "POST", json });
      failure.value = undefined;
      faults.value = [];
      toast(() => say("saved", { name: json.name }));
      if (isOwn) reload();
      else navigate(`${LIST}&edit=${json.id}`, { replace: true });
    } catch (error) {
      const faults = error instanceof ApiFailure ? faultsIn(error) : [];
      failure.value = faults.length > 0 ? undefined : error;
      refuse(faults);
    }
  };
  const submit = (event: Event) => {
    event.preventDefault();
    void save();
  };
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <PageHead
        title={of?.benchmark.name ?? say("new")}
        intro={of && !isOwn ? say("read_only") : undefined}
        actions={isOwn && <Delete of={of.benchmark} />}
      />
      <Card title={say("about")}>
        <BenchmarkHead
          draft={draft.value}
          isNew={!isOwn}
          faults={faults.value.filter(({ loc }) => loc[0] !== "questions")}
          change={change}
        />
      </Card>
      <Questions
        draft={draft.value}
        opened={opened.value}
        faults={faults.value}
        change={change}
        open={open}
      />
      {failure.value !== undefined && <Failure error={failure.value} />}
      {faults.value.length > 0 && (
        <p class="failure" role="alert">{say("faults_n", { n: faults.value.length })}</p>
      )}
      <footer>
        <a role="button" class="secondary" href={LIST}>{common("cancel")}</a>
        <button type="submit">{common("save")}</button>
      </footer>
    </form>
  );
}

function startOf(of: Content | undefined): Draft {
  if (!of) return emptyDraft();
  const draft = draftOf(of.benchmark);
  if (of.source === "written") return draft;
  return { ...draft, head: { ...draft.head, id: `${draft.head.id}-copy`.slice(0, 100) } };
}

/** The first field with a fault gets the focus once it is drawn. */
function useFocusOnFault(form: HTMLFormElement | null, faults: FaultAt[]): void {
  useEffect(() => {
    if (faults.length === 0) return;
    form?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [faults]);
}

function Questions(
  { draft, opened, faults, change, open }: {
    draft: Draft;
    opened: number | undefined;
    faults: FaultAt[];
    change(draft: Draft): void;
    open(key: number | undefined): void;
  },
) {
  const { questions } = draft;
  const place = questions.findIndex(({ key }) => key === opened);
  const question = questions[place];
  const put = (next: QuestionDraft[]) => change({ ...draft, questions: next });
  const own = faults.filter(({ loc }) => loc[0] === "questions");
  const add = () => {
    const added = newQuestion(questions);
    put([...questions, added]);
    open(added.key);
  };
  const remove = (of: QuestionDraft) => {
    put(questions.filter((question) => question !== of));
    open(questions[place + 1]?.key ?? questions[place - 1]?.key);
    toast(() => say("removed", { id: of.id }), {
      undo: {
        label: () => say("undo"),
        act: () => {
          put(questions);
          open(of.key);
        },
      },
    });
  };
  return (
    <Card
      title={t("questions_n", { n: questions.length })}
      actions={<button type="button" class="secondary small" onClick={add}>{say("add")}</button>}
    >
      <BenchmarkImport take={(benchmark) => change(withFile(draft, benchmark, open))} />
      <div class="question-editor">
        <QuestionList
          questions={questions}
          opened={opened}
          faulty={new Set(own.map(({ loc }) => Number(loc[1])))}
          open={open}
        />
        {question && (
          <div>
            <h3>{say("question_of", { n: place + 1, total: questions.length })}</h3>
            <QuestionForm
              key={`form ${question.key}`}
              of={question}
              method={draft.scoring.method}
              faults={own.filter(({ loc }) => loc[1] === place).map((fault) => ({
                ...fault,
                loc: fault.loc.slice(2),
              }))}
              change={(next) => put(questions.map((question) => question.key === next.key ? next : question))}
            />
            <p>
              <button type="button" class="link" onClick={() => remove(question)}>
                {say("remove")}
              </button>
            </p>
            <QuestionTrial key={`trial ${question.key}`} draft={draft} question={question} />
          </div>
        )}
      </div>
    </Card>
  );
}

/** The draft with a file's questions; a draft in which nothing is written yet becomes the file's benchmark. */
function withFile(draft: Draft, benchmark: BenchmarkInput, open: (key: number | undefined) => void): Draft {
  const { questions } = draft;
  const isEmpty = questions.every(({ input, json }) => input.trim() === "" && json === undefined);
  const before = isEmpty ? [] : questions;
  const taken = new Set(before.map(({ id }) => id));
  const added = benchmark.questions.map((question) => {
    let { id } = question;
    for (let at = 2; taken.has(id); at++) id = `${question.id}-${at}`;
    taken.add(id);
    return questionDraft({ ...question, id });
  });
  open(added[0]?.key);
  toast(() => say("imported", { n: added.length }));
  if (!isEmpty) return { ...draft, questions: [...before, ...added] };
  const read = draftOf(benchmark);
  const { id, name } = draft.head;
  return {
    ...read,
    head: { ...read.head, id: id || read.head.id, name: name || read.head.name },
    questions: added,
  };
}

function Delete({ of }: { of: BenchmarkInput }) {
  const asked = useSignal(false);
  const remove = async () => {
    try {
      await get(`${API}/benchmarks/${of.id}`, { method: "DELETE" });
      navigate(LIST);
      toast(() => say("deleted", { name: of.name }), {
        undo: {
          label: () => say("undo"),
          act: () =>
            void get(`${API}/benchmarks`, { method: "POST", json: of }).then(
              () => navigate(`${LIST}&edit=${of.id}`),
              toastFailure,
            ),
        },
      });
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <>
      <button type="button" class="secondary small" onClick={() => asked.value = true}>
        {common("delete")}
      </button>
      {asked.value && (
        <Confirm
          title={common("delete")}
          text={say("delete_words", { name: of.name })}
          label={common("delete")}
          act={() => void remove()}
          onClose={() => asked.value = false}
        />
      )}
    </>
  );
}
