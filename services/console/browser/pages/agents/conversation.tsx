/** A conversation with an agent: what was said, and the turn at work with its steps. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useGet } from "../../api.ts";
import { Area } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Badge } from "../../ui/state.tsx";
import { API, type RunStatus, TONES, type Trace } from "./agents.ts";
import { sendMessage, type Turn } from "./stream.ts";
import { Timeline } from "./timeline.tsx";
import { t } from "./words.ts";

interface Session {
  messages: {
    role: "user" | "assistant";
    content: string;
    run_id: string;
    status: RunStatus;
    error: string | null;
  }[];
}

/** Without a session the first message begins one, and `onSession` hears of it. */
export function Conversation(
  { agent, session, onSession }: { agent: string; session?: string; onSession?(id: string): void },
) {
  const begun = useSignal<string | undefined>(undefined);
  const turns = useSignal<Turn[]>([]);
  const text = useSignal("");
  const stop = useSignal<AbortController | undefined>(undefined);
  useEffect(() => () => stop.value?.abort(), []);
  const submit = async (event: Event) => {
    event.preventDefault();
    const message = text.value.trim();
    if (!message || stop.value) return;
    text.value = "";
    const controller = new AbortController();
    stop.value = controller;
    const before = turns.value;
    const turn = await sendMessage({
      agent,
      message,
      session: session ?? begun.value,
      signal: controller.signal,
      show: (turn) => turns.value = [...before, turn],
    });
    stop.value = undefined;
    const id = turn.run?.session_id;
    if (id && !session) {
      begun.value = id;
      onSession?.(id);
    }
  };
  return (
    <div class="talk">
      {session && <Past id={session} agent={agent} />}
      <div aria-live="polite">
        {turns.value.map((turn, index) => <TurnView key={index} of={turn} />)}
      </div>
      <form onSubmit={(event) => void submit(event)}>
        <Area
          label={t("message")}
          help={t("message_help")}
          rows={3}
          value={text.value}
          onInput={(value) => text.value = value}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void submit(event);
          }}
        />
        {stop.value
          ? (
            <button type="button" class="secondary" onClick={() => stop.value?.abort()}>
              <Icon name="stop" /> {t("stop")}
            </button>
          )
          : (
            <button type="submit">
              <Icon name="send" /> {t("send")}
            </button>
          )}
      </form>
    </div>
  );
}

function TurnView({ of: { message, steps, text, run, failure, stopped, over } }: { of: Turn }) {
  const answer = over ? run?.output || text : text;
  const status = stopped ? "cancelled" : over ? run?.status : undefined;
  return (
    <>
      <Said by="user" text={message} />
      <Timeline steps={steps} working={!over} />
      {answer && <Said by="assistant" text={answer} />}
      {status && status !== "completed" && <Badge tone={TONES[status]}>{t(status)}</Badge>}
      {status === "awaiting_approval" && run && (
        <>
          {" "}
          <a href={`/agents?agent=${run.agent_id}&view=runs&run=${run.id}`}>{t("decide")}</a>
        </>
      )}
      {(failure ?? run?.error) && (
        <p class="note bad" role="alert">
          <bdi>{failure ?? run?.error}</bdi>
        </p>
      )}
    </>
  );
}

function Said({ by, text }: { by: "user" | "assistant"; text: string }) {
  return (
    <div class={`said ${by}`}>
      {by === "user" && <span class="hidden">{t("you")}</span>}
      <div class="answer" dir="auto">{text}</div>
    </div>
  );
}

function Past({ id, agent }: { id: string; agent: string }) {
  const session = useGet<Session>(`${API}/playground/sessions/${id}`);
  return (
    <>
      {session.data.value?.messages.map(({ role, content, run_id, error }, index) => (
        <div key={index}>
          <Said by={role} text={content} />
          {role === "assistant" && <PastSteps agent={agent} run={run_id} />}
          {error && (
            <p class="note bad">
              <bdi>{error}</bdi>
            </p>
          )}
        </div>
      ))}
    </>
  );
}

function PastSteps({ agent, run }: { agent: string; run: string }) {
  const open = useSignal(false);
  const trace = useGet<Trace>(open.value ? `${API}/agents/${agent}/traces/${run}` : undefined);
  return (
    <details onToggle={(event) => open.value = event.currentTarget.open}>
      <summary>{t("show_steps")}</summary>
      {trace.data.value && <Timeline steps={trace.data.value.steps} />}
    </details>
  );
}
