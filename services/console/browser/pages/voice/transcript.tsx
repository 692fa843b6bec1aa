/** One transcript with the times of its sentences, as text or subtitles. */
import { useSignal } from "@preact/signals";
import { get, useGet } from "../../api.ts";
import { isManager } from "../../boot.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { languageName, milliseconds } from "../../i18n/format.ts";
import { navigate } from "../../router.ts";
import { Confirm } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icons.tsx";
import { PageHead } from "../../ui/page_head.tsx";
import { type Rights, rightsOf } from "../../ui/rights.ts";
import { Share, type Sharing } from "../../ui/sharing.tsx";
import { Await, Card, Stat, Stats } from "../../ui/state.tsx";
import { Code, Time } from "../../ui/time.tsx";
import { toastFailure } from "../../ui/toast.tsx";
import { t as say } from "./edit_words.ts";
import { Segments } from "./segments.tsx";
import { API, modelOf, timecode, type Transcription } from "./voice.ts";
import { t } from "./words.ts";

const FORMATS = [["text", "TXT"], ["srt", "SRT"], ["vtt", "VTT"]] as const;

export function Transcript({ id }: { id: string }) {
  const transcription = useGet<Transcription>(`${API}/transcriptions/${id}`);
  const rights = rightsOf(
    useGet<Rights>(isManager.value ? undefined : `${API}/transcriptions/${id}/rights`),
  );
  return (
    <>
      <a href="/voice" class="back">{t("back")}</a>
      <Await of={transcription}>
        {(of) => (
          <>
            <PageHead title={of.filename ?? t(of.source)} actions={<Acts of={of} rights={rights} />} />
            <Card title={t("text")}>
              <Stats>
                <Stat label={t("duration")} value={<Code>{timecode(of.duration)}</Code>} />
                <Stat label={t("language")} value={languageName(of.language)} />
                {modelOf(of) && (
                  <Stat
                    label={t("model")}
                    value={<Code>{of.model}</Code>}
                    note={of.source === "import" ? t("import") : milliseconds(of.processing_ms)}
                  />
                )}
                {!modelOf(of) && <Stat label={t("source")} value={t("import")} />}
                <Stat label={t("when")} value={<Time at={of.created_at} />} />
                {of.edited_at && (
                  <Stat label={say("edited_by")} value={of.edited_by} note={<Time at={of.edited_at} />} />
                )}
              </Stats>
              <div class="answer" dir="auto">{of.text || t("silence")}</div>
            </Card>
            {of.segments.length > 0 && (
              <Segments of={of} mayEdit={rights.change} changed={transcription.reload} />
            )}
          </>
        )}
      </Await>
    </>
  );
}

function Acts({ of, rights }: { of: Transcription; rights: Rights }) {
  const asked = useSignal(false);
  const { id } = of;
  const remove = async () => {
    try {
      await get(`${API}/transcriptions/${id}`, { method: "DELETE" });
      navigate("/voice");
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <>
      {FORMATS.map(([format, label]) => (
        <a
          key={format}
          role="button"
          class="secondary"
          href={`/api${API}/transcriptions/${id}?response_format=${format}`}
          download={`${id}.${label.toLowerCase()}`}
        >
          <Icon name="download" /> {label}
        </a>
      ))}
      {rights.share && (
        <Share
          read={() => get<Sharing>(`${API}/transcriptions/${id}/sharing`)}
          write={(json) => get(`${API}/transcriptions/${id}/sharing`, { method: "PUT", json })}
        />
      )}
      {rights.remove && (
        <button
          type="button"
          class="secondary"
          onClick={() => asked.value = true}
        >
          <Icon name="trash" /> {common("delete")}
        </button>
      )}
      {asked.value && (
        <Confirm
          title={common("delete")}
          text={t("delete_words")}
          label={common("delete")}
          act={() => void remove()}
          onClose={() => asked.value = false}
        />
      )}
    </>
  );
}
