/** Where files are dropped, and how far each has come. */
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { Icon } from "../../ui/icons.tsx";
import { Badge, Card, type Tone } from "../../ui/state.tsx";
import { toastFailure } from "../../ui/toast.tsx";
import { addFiles, cancelUpload, clearFinished, filesOf, type Upload, uploads } from "./uploads.ts";
import { t } from "./words.ts";

const TONES: Record<Upload["state"], Tone> = {
  waiting: "calm",
  sending: "calm",
  reading: "calm",
  done: "good",
  refused: "bad",
  cancelled: "warn",
};

export function UploadArea() {
  const over = useSignal(false);
  const input = useRef<HTMLInputElement>(null);
  const drop = async (event: DragEvent) => {
    event.preventDefault();
    over.value = false;
    try {
      if (event.dataTransfer) addFiles(await filesOf(event.dataTransfer));
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <>
      <div
        class={`drop ${over.value ? "over" : ""}`}
        onDragOver={(event) => {
          event.preventDefault();
          over.value = true;
        }}
        onDragLeave={() => over.value = false}
        onDrop={(event) => void drop(event)}
      >
        <Icon name="upload" />
        <strong>{t("drop")}</strong>
        <small>{t("drop_help")}</small>
        <button type="button" class="secondary" onClick={() => input.current?.click()}>{t("choose")}</button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={t("choose")}
          accept=".pdf,.png,.jpg,.jpeg,.tif,.tiff,.bmp,.docx"
          onChange={(event) => {
            addFiles([...event.currentTarget.files ?? []]);
            event.currentTarget.value = "";
          }}
        />
      </div>
      {uploads.value.length > 0 && <Uploads />}
    </>
  );
}

function Uploads() {
  return (
    <Card
      title={t("uploads")}
      actions={
        <button type="button" class="secondary small" onClick={clearFinished}>
          {t("clear")}
        </button>
      }
    >
      <ul class="uploads">
        {uploads.value.map((upload) => <Row key={upload.key} of={upload} />)}
      </ul>
    </Card>
  );
}

function Row({ of }: { of: Upload }) {
  const { name, state, share, pages, id, failure } = of;
  return (
    <li>
      {id
        ? (
          <a href={`/documents?document=${id}`}>
            <bdi>{name}</bdi>
          </a>
        )
        : <bdi>{name}</bdi>}
      <Badge tone={TONES[state]}>{t(state)}</Badge>
      {(state === "sending" || state === "reading") && (
        <progress
          value={state === "reading" && !pages ? undefined : share}
          max={1}
          aria-label={t("sent_of", { name })}
        />
      )}
      {state === "reading" && pages && <small>{t("pages_of", { n: pages.done, total: pages.all })}</small>}
      {failure && (
        <small class="bad">
          <bdi>{failure}</bdi>
        </small>
      )}
      {(state === "waiting" || state === "sending") && (
        <button
          type="button"
          class="plain"
          aria-label={t("cancel_name", { name })}
          onClick={() => cancelUpload(of)}
        >
          ×
        </button>
      )}
    </li>
  );
}
