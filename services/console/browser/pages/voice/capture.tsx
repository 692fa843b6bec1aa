/** Where recordings come from: the microphone, a drop, a file. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../../ui/icons.tsx";
import { toastFailure } from "../../ui/toast.tsx";
import { upload } from "../../upload.ts";
import { Language, type Spoken } from "./language.tsx";
import { keepSound } from "./player.tsx";
import { hasMicrophone, type Recording, startRecording } from "./recorder.ts";
import { API, timecode, type Transcription } from "./voice.ts";
import { t } from "./words.ts";

const TRANSCRIPTS = ".srt,.vtt,.json";
const isTranscript = (name: string) => TRANSCRIPTS.split(",").some((end) => name.toLowerCase().endsWith(end));

interface Work {
  name: string;
  /** Of the bytes that are sent; undefined once the service works. */
  share?: number;
  stop: AbortController;
}

export function Capture({ done }: { done(made: Transcription): void }) {
  const language = useSignal<Spoken>("");
  const work = useSignal<Work | undefined>(undefined);
  const over = useSignal(false);
  const input = useRef<HTMLInputElement>(null);
  const finished = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    if (!file || work.value) return;
    const stop = new AbortController();
    work.value = { name: file.name, share: 0, stop };
    const form = new FormData();
    form.set("file", file);
    try {
      const spoken = language.value ? `?language=${language.value}` : "";
      const brought = isTranscript(file.name);
      const made = await upload<Transcription>({
        path: brought ? `${API}/transcriptions${spoken}` : `${API}/transcribe${spoken}`,
        form,
        signal: stop.signal,
        onProgress: (share) => work.value = { name: file.name, stop, share: share < 1 ? share : undefined },
      });
      if (!brought) keepSound(made.id, file);
      done(made);
    } catch (error) {
      if (!stop.signal.aborted) toastFailure(error);
    }
    work.value = undefined;
  };
  return (
    <div
      class={`drop ${over.value ? "over" : ""}`}
      onDragOver={(event) => {
        event.preventDefault();
        over.value = true;
      }}
      onDragLeave={() => over.value = false}
      onDrop={(event) => {
        event.preventDefault();
        over.value = false;
        void take(event.dataTransfer?.files[0]);
      }}
    >
      <Icon name="voice" />
      <strong>{t("drop")}</strong>
      <small>{t("drop_help")}</small>
      <Language value={language.value} onChange={(value) => language.value = value} />
      {work.value ? <Working of={work.value} /> : (
        <div class="actions">
          <button type="button" class="secondary" onClick={() => input.current?.click()}>
            {t("choose")}
          </button>
          <button type="button" class="secondary" onClick={() => finished.current?.click()}>
            <Icon name="upload" /> {t("bring")}
          </button>
          <Microphone take={(file) => void take(file)} />
        </div>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t("choose")}
        accept="audio/*,video/*"
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
      <input
        ref={finished}
        type="file"
        hidden
        aria-label={t("bring")}
        accept={TRANSCRIPTS}
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
    </div>
  );
}

function Working({ of: { name, share, stop } }: { of: Work }) {
  const label = t(share === undefined ? "working" : "sending", { name });
  return (
    <span class="run-progress" role="status">
      <progress value={share} max={1} aria-label={label} /> <small>{label}</small>{" "}
      <button type="button" class="secondary small" onClick={() => stop.abort()}>{t("cancel")}</button>
    </span>
  );
}

function Microphone({ take }: { take(file: File): void }) {
  const recording = useSignal<Recording | undefined>(undefined);
  const level = useSignal(0);
  const since = useSignal(0);
  useEffect(() => () => recording.value?.cancel(), []);
  if (!hasMicrophone()) return <small>{t("no_microphone")}</small>;
  const begin = async () => {
    try {
      const started = Date.now();
      recording.value = await startRecording((now) => {
        level.value = now;
        since.value = (Date.now() - started) / 1000;
      });
    } catch (error) {
      toastFailure(error);
    }
  };
  const stop = async () => {
    const current = recording.value;
    recording.value = undefined;
    if (current) take(await current.stop());
  };
  const cancel = () => {
    recording.value?.cancel();
    recording.value = undefined;
  };
  if (!recording.value) {
    return (
      <button type="button" onClick={() => void begin()}>
        <Icon name="voice" /> {t("record")}
      </button>
    );
  }
  return (
    <span class="run-progress">
      <meter min={0} max={1} value={level.value} aria-label={t("level")} />{" "}
      <small>{t("recording", { time: timecode(since.value) })}</small>{" "}
      <button type="button" onClick={() => void stop()}>
        <Icon name="stop" /> {t("stop")}
      </button>{" "}
      <button type="button" class="secondary" onClick={cancel}>{t("cancel")}</button>
    </span>
  );
}
