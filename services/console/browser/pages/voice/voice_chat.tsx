/** A spoken conversation: one speaks, it answers, and whoever speaks into its answer ends it. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { services } from "../../live.ts";
import { Check } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Badge, Card, Empty } from "../../ui/state.tsx";
import { toastFailure } from "../../ui/toast.tsx";
import { Conversations } from "./conversations.tsx";
import { Language, type Spoken } from "./language.tsx";
import { openMicrophone } from "./microphone.ts";
import { hasMicrophone } from "./recorder.ts";
import { sendSpeech, type Turn } from "./talk.ts";
import { t as say } from "./talk_words.ts";
import { createTurns } from "./turns.ts";
import { t } from "./words.ts";

const TONES = { heard: "calm", answering: "calm", done: "good", interrupted: "warn", failed: "bad" } as const;

export function VoiceChat() {
  const past = useSignal(0);
  return (
    <>
      {hasMicrophone() ? <Talk ended={() => past.value++} /> : <Empty title={t("no_microphone")} />}
      <Conversations key={past.value} />
    </>
  );
}

function Talk({ ended }: { ended(): void }) {
  const language = useSignal<Spoken>("");
  const aloud = useSignal<boolean | undefined>(undefined);
  const spoken = useSignal<Turn[]>([]);
  const level = useSignal(0);
  const speaking = useSignal(false);
  const stop = useSignal<(() => void) | undefined>(undefined);
  useEffect(() => () => stop.peek()?.(), []);
  const canSpeak = hasSpeech();
  const begin = async () => {
    spoken.value = [];
    try {
      const options = { language: language.value, aloud: () => aloud.value ?? hasSpeech() };
      stop.value = await converse({ ...options, spoken, level, speaking });
    } catch (error) {
      toastFailure(error);
    }
  };
  const end = () => {
    stop.value?.();
    stop.value = undefined;
    ended();
  };
  return (
    <Card title={say("chat")}>
      <p class="muted">{say("chat_words")}</p>
      <div class="filters">
        <Language value={language.value} onChange={(value) => language.value = value} />
        {canSpeak && (
          <Check
            label={say("aloud")}
            checked={aloud.value ?? true}
            onChange={(on) => aloud.value = on}
          />
        )}
        <button type="button" onClick={() => stop.value ? end() : void begin()}>
          <Icon name={stop.value ? "stop" : "voice"} /> {say(stop.value ? "end_chat" : "start_chat")}
        </button>
        {stop.value && <meter min={0} max={1} value={level.value} aria-label={t("level")} />}
        {stop.value && (
          <Badge tone={speaking.value ? "good" : "calm"}>
            {say(speaking.value ? "you_speak" : "listening")}
          </Badge>
        )}
      </div>
      <ol class="conversation" aria-live="polite" aria-label={say("chat")}>
        {spoken.value.map((turn, index) => <OneTurn key={index} of={turn} />)}
      </ol>
    </Card>
  );
}

/** Whether the voice service speaks answers, as far as is known by now. */
function hasSpeech(): boolean {
  const voice = services.value?.find(({ name }) => name === "voice");
  return voice?.dependencies.text_to_speech?.status === "ok";
}

function OneTurn({ of: { said, answer, state, failure } }: { of: Turn }) {
  return (
    <li>
      {said && (
        <p class="said" dir="auto">
          <strong>{said}</strong>
        </p>
      )}
      {answer && <p dir="auto">{answer}</p>}
      <Badge tone={TONES[state]}>{say(state)}</Badge>
      {failure && <small class="bad" dir="auto">{failure}</small>}
    </li>
  );
}

interface Conversing {
  language: Spoken;
  /** Asked for each turn, since the service's state may come after the conversation has begun. */
  aloud(): boolean;
  spoken: Signal<Turn[]>;
  level: Signal<number>;
  /** Whether the person speaks now. */
  speaking: Signal<boolean>;
}

/** Listens until its answer is called. A voice that begins stops the answer that is being written or spoken. */
async function converse({ language, aloud, spoken, level, speaking }: Conversing): Promise<() => void> {
  const ear = createTurns();
  const player = new Audio();
  let current: AbortController | undefined;
  let conversation: string | undefined;
  const quiet = () => {
    current?.abort();
    if (!player.paused) {
      player.pause();
      mark(spoken, spoken.value.length - 1, { state: "interrupted" });
    }
  };
  const answer = async (recording: Blob) => {
    current?.abort();
    const mine = current = new AbortController();
    const at = spoken.value.length;
    spoken.value = [...spoken.value, { said: "", answer: "", state: "heard" }];
    const asked = { recording, language, aloud: aloud(), conversation, signal: mine.signal };
    const turn = await sendSpeech(asked, (grown) => mark(spoken, at, grown));
    // The service keeps a conversation from its first whole turn.
    if (turn.state === "done") conversation = turn.conversation ?? conversation;
    if (!turn.audio) return;
    if (mine.signal.aborted) return URL.revokeObjectURL(turn.audio);
    player.src = turn.audio;
    player.onended = player.onpause = () => turn.audio && URL.revokeObjectURL(turn.audio);
    await player.play().catch(toastFailure);
  };
  const microphone = await openMicrophone((samples, loudness) => {
    level.value = Math.min(1, loudness * 3);
    const heard = ear.hear(samples, loudness);
    if (heard === "begins") {
      speaking.value = true;
      quiet();
    } else if (heard) {
      speaking.value = false;
      void answer(heard);
    }
  });
  return () => {
    microphone.close();
    quiet();
    speaking.value = false;
    level.value = 0;
  };
}

function mark(spoken: Signal<Turn[]>, at: number, change: Partial<Turn>): void {
  spoken.value = spoken.value.map((turn, index) => index === at ? { ...turn, ...change } : turn);
}
