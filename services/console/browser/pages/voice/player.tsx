/** Sentences that play when they are clicked: from the recording just made, or from a file that stays in the browser. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../../ui/icons.tsx";
import { t } from "./edit_words.ts";

const KEPT = 5;
const recordings = new Map<string, Blob>();

/** Keeps the sound of a transcript for as long as this page is open; of some, the newest. */
export function keepSound(id: string, sound: Blob): void {
  recordings.set(id, sound);
  const [oldest] = recordings.keys();
  if (recordings.size > KEPT && oldest !== undefined) recordings.delete(oldest);
}

export interface Playing {
  /** Undefined where there is no sound here. */
  play?(start: number, end: number): void;
  /** Seconds at which the sound is; undefined while it is still. */
  at: Signal<number | undefined>;
}

/** The player, and what plays a part by it. */
export function usePlayer(id: string): { playing: Playing; player: preact.ComponentChild } {
  const sound = useSignal(recordings.get(id));
  const address = useSignal<string | undefined>(undefined);
  const at = useSignal<number | undefined>(undefined);
  const element = useRef<HTMLAudioElement>(null);
  const until = useRef(Infinity);
  const blob = sound.value;
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    address.value = made;
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  const play = (start: number, end: number) => {
    const { current } = element;
    if (!current) return;
    until.current = end;
    current.currentTime = start;
    void current.play().catch(() => at.value = undefined);
  };
  const moved = ({ currentTarget }: { currentTarget: HTMLAudioElement }) => {
    at.value = currentTarget.paused ? undefined : currentTarget.currentTime;
    if (currentTarget.currentTime < until.current) return;
    until.current = Infinity;
    currentTarget.pause();
  };
  const player = (
    <>
      {address.value && (
        <audio
          ref={element}
          controls
          src={address.value}
          aria-label={t("sound")}
          onTimeUpdate={moved}
          onPause={() => at.value = undefined}
        />
      )}
      {!address.value && <Choose take={(file) => sound.value = file} />}
    </>
  );
  return { playing: { play: address.value ? play : undefined, at }, player };
}

function Choose({ take }: { take(file: File): void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <p class="muted">
      {t("choose_words")}{" "}
      <button type="button" class="secondary small" onClick={() => input.current?.click()}>
        <Icon name="play" /> {t("choose_sound")}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t("choose_sound")}
        accept="audio/*,video/*"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) take(file);
        }}
      />
    </p>
  );
}
