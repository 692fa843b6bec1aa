/** The sentences of a transcript with their times: played by a click, and put right. */
import { useSignal } from "@preact/signals";
import { Fragment } from "preact";
import { get } from "../../api.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Area } from "../../ui/field.tsx";
import { Card } from "../../ui/state.tsx";
import { Code } from "../../ui/time.tsx";
import { toast, toastFailure } from "../../ui/toast.tsx";
import { t as say } from "./edit_words.ts";
import { type Playing, usePlayer } from "./player.tsx";
import { API, type Segment, timecode, timedWords, type Transcription } from "./voice.ts";
import { t } from "./words.ts";

interface Props {
  of: Transcription;
  mayEdit: boolean;
  changed(): void;
}

export function Segments({ of, mayEdit, changed }: Props) {
  const { playing, player } = usePlayer(of.id);
  const editing = useSignal<number | undefined>(undefined);
  const { play, at } = playing;
  const now = at.value;
  return (
    <Card title={t("segments")}>
      {player}
      <div class="scroll" tabIndex={0} role="region" aria-label={t("segments")}>
        <table class="plain-table">
          <thead>
            <tr>
              <th scope="col">{t("from")}</th>
              <th scope="col">{t("to")}</th>
              <th scope="col">{t("text")}</th>
              {mayEdit && <th scope="col">{say("edit")}</th>}
            </tr>
          </thead>
          <tbody>
            {of.segments.map((segment, index) => {
              const { start, end } = segment;
              return (
                <tr key={index} class={now !== undefined && now >= start && now < end ? "now-playing" : ""}>
                  <td>
                    <Code>{timecode(start)}</Code>
                  </td>
                  <td>
                    <Code>{timecode(end)}</Code>
                  </td>
                  <td>
                    <Said of={segment} play={play} now={now} />
                  </td>
                  {mayEdit && (
                    <td>
                      <button
                        type="button"
                        class="secondary small"
                        aria-label={say("edit_at", { time: timecode(start) })}
                        onClick={() => editing.value = index}
                      >
                        {say("edit")}
                      </button>
                    </td>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {editing.value !== undefined && (
        <Edit
          of={of}
          index={editing.value}
          changed={changed}
          onClose={() => editing.value = undefined}
        />
      )}
    </Card>
  );
}

/** A sentence, which plays when it is clicked, or word by word where the times of its words are known. */
function Said(
  { of, play, now = -1 }: { of: Segment; play: Playing["play"]; now: number | undefined },
) {
  if (!play) return <bdi>{of.text}</bdi>;
  const parts = timedWords(of) ?? [of];
  return (
    <span dir="auto">
      {parts.map(({ start, end, text }, index) => (
        <Fragment key={index}>
          <button
            type="button"
            class={`link ${parts.length > 1 && now >= start && now < end ? "now-playing" : ""}`}
            onClick={() => play(start, end)}
          >
            <bdi>{text}</bdi>
          </button>
          {" "}
        </Fragment>
      ))}
    </span>
  );
}

/** The words of one sentence; the ones before come back by Undo. */
function Edit(
  { of, index, changed, onClose }: { of: Transcription; index: number; changed(): void; onClose(): void },
) {
  const before = of.segments[index]?.text ?? "";
  const text = useSignal(before);
  const write = async (words: string) => {
    const json = { segments: [{ index, text: words }] };
    await get(`${API}/transcriptions/${of.id}`, { method: "PATCH", json });
    changed();
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    try {
      await write(text.value);
      onClose();
      const undo = () => void write(before).catch(toastFailure);
      toast(() => say("edited"), { undo: { label: () => say("undo"), act: undo } });
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <Dialog title={say("edit")} open onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Area
          label={t("text")}
          required
          value={text.value}
          onInput={(value) => text.value = value}
          onKeyDown={(event) => {
            if (event.key === "Enter" && event.ctrlKey) void submit(event);
          }}
        />
        <footer>
          <button type="button" class="secondary" onClick={onClose}>{common("cancel")}</button>
          <button type="submit">{common("save")}</button>
        </footer>
      </form>
    </Dialog>
  );
}
