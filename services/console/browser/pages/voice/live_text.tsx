/** Speech as text while it is spoken. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Icon } from "../../ui/icons.tsx";
import { Badge, Card, Empty } from "../../ui/state.tsx";
import { Code } from "../../ui/time.tsx";
import { toastFailure } from "../../ui/toast.tsx";
import { Language, type Spoken } from "./language.tsx";
import { type Microphone, openMicrophone } from "./microphone.ts";
import { hasMicrophone } from "./recorder.ts";
import { SAMPLE_RATE } from "./samples.ts";
import { t as say } from "./talk_words.ts";
import { API, timecode } from "./voice.ts";
import { t } from "./words.ts";

type Message =
  | { status: "processing" }
  | { status: "partial"; text: string }
  | { status: "completed"; text: string; segments: { start: number }[]; id?: string }
  | { status: "error"; error: string };

interface Line {
  text: string;
  start: number;
  id?: string;
}

interface Heard {
  lines: Line[];
  partial: string;
  failure?: string;
}

const NOTHING: Heard = { lines: [], partial: "" };
/** Codes of a stream that ended as it should: asked for, or gone with the page. */
const GOOD_ENDS = [1000, 1001, 1005];
/** As much as waits to be sent before pieces are left out: a minute of samples. */
const MOST_WAITING = SAMPLE_RATE * 2 * 60;

export function LiveText() {
  const language = useSignal<Spoken>("");
  const heard = useSignal<Heard>(NOTHING);
  const level = useSignal(0);
  const stop = useSignal<(() => void) | undefined>(undefined);
  // Leaving the page ends the stream and gives the microphone back.
  useEffect(() => () => stop.peek()?.(), []);
  const begin = async () => {
    heard.value = NOTHING;
    try {
      stop.value = await listen({
        language: language.value,
        heard,
        level,
        over: () => stop.value = undefined,
      });
    } catch (error) {
      toastFailure(error);
    }
  };
  if (!hasMicrophone()) return <Empty title={t("no_microphone")} />;
  const { lines, partial, failure } = heard.value;
  return (
    <Card title={say("live")}>
      <p class="muted">{say("live_words")}</p>
      <div class="filters">
        <Language value={language.value} onChange={(value) => language.value = value} />
        {stop.value
          ? (
            <button type="button" onClick={() => stop.value?.()}>
              <Icon name="stop" /> {say("stop")}
            </button>
          )
          : (
            <button type="button" onClick={() => void begin()}>
              <Icon name="voice" /> {say("listen")}
            </button>
          )}
        {stop.value && <meter min={0} max={1} value={level.value} aria-label={t("level")} />}
      </div>
      {failure && (
        <p class="note bad" role="alert">
          <bdi>{failure}</bdi>
        </p>
      )}
      <ol class="live-lines" aria-live="polite" aria-label={say("live")}>
        {lines.map(({ text, start, id }) => (
          <li key={`${id} ${start}`}>
            <Code>{timecode(start)}</Code> <bdi>{text}</bdi>{" "}
            {id && <a href={`/voice?transcription=${id}`}>{say("kept")}</a>}
          </li>
        ))}
      </ol>
      {partial && (
        <p>
          <Badge>{say("hearing")}</Badge> <bdi class="muted">{partial}</bdi>
        </p>
      )}
    </Card>
  );
}

interface Listening {
  language: Spoken;
  heard: Signal<Heard>;
  level: Signal<number>;
  over(): void;
}

/** Opens the microphone and the stream; the answer ends both, and what is under way is still written down. */
async function listen({ language, heard, level, over }: Listening): Promise<() => void> {
  const spoken = language ? `&language=${language}` : "";
  const path = `/api${API}/transcribe/stream?sample_rate=${SAMPLE_RATE}&interim_results=true${spoken}`;
  const socket = new WebSocket(new URL(path, location.href.replace(/^http/, "ws")));
  const open: { microphone?: Microphone } = {};
  const fail = (failure: string) => heard.value = { ...heard.value, failure };
  socket.onmessage = ({ data }: MessageEvent<string>) => heard.value = after(heard.value, JSON.parse(data));
  socket.onclose = ({ code, reason }) => {
    open.microphone?.close();
    heard.value = { ...heard.value, partial: "" };
    if (!GOOD_ENDS.includes(code) && !heard.value.failure) fail(reason || say("broken_off", { code }));
    over();
  };
  const microphone = open.microphone = await openMicrophone((samples, loudness) => {
    level.value = Math.min(1, loudness * 3);
    if (socket.readyState === WebSocket.OPEN && socket.bufferedAmount < MOST_WAITING) socket.send(samples);
  }).catch((error) => {
    socket.close();
    throw error;
  });
  if (socket.readyState >= WebSocket.CLOSING) microphone.close();
  return () => {
    open.microphone?.close();
    level.value = 0;
    // The mark of the end: the service answers what is left and closes.
    if (socket.readyState === WebSocket.OPEN) socket.send(new Uint8Array());
    else socket.close();
  };
}

/** The text heard so far, after a message of the stream. */
function after(heard: Heard, message: Message): Heard {
  if (message.status === "partial") return { ...heard, partial: message.text };
  if (message.status === "error") return { ...heard, partial: "", failure: message.error };
  if (message.status === "processing" || !message.text) return heard;
  const { text, segments, id } = message;
  const line = { text, start: segments[0]?.start ?? 0, id };
  return { ...heard, lines: [...heard.lines, line], partial: "" };
}
