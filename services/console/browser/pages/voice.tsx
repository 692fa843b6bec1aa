/** Voice: recordings written down, one of them, statistics. */
import { nameOf } from "../i18n/shared_words.ts";
import type { Page } from "../page.ts";
import { query } from "../router.ts";
import { PageHead } from "../ui/page_head.tsx";
import { currentTab, Tabs } from "../ui/tabs.tsx";
import { LiveText } from "./voice/live_text.tsx";
import { Statistics } from "./voice/statistics.tsx";
import { t as say } from "./voice/talk_words.ts";
import { Transcript } from "./voice/transcript.tsx";
import { Transcripts } from "./voice/transcripts.tsx";
import { VoiceChat } from "./voice/voice_chat.tsx";
import { t } from "./voice/words.ts";

const tabs = () => [
  { id: "transcripts", label: t("transcripts") },
  { id: "live", label: say("live") },
  { id: "chat", label: say("chat") },
  { id: "statistics", label: t("statistics") },
];

export const page: Page = {
  title: () => nameOf("voice"),
  view: () => <Voice />,
  commands: () =>
    tabs().map(({ id, label }) => ({ label, hint: nameOf("voice"), address: `/voice?view=${id}` })),
};

function Voice() {
  const opened = query.value.get("transcription");
  if (opened) return <Transcript key={opened} id={opened} />;
  const view = currentTab(tabs());
  return (
    <>
      <PageHead title={nameOf("voice")} intro={t("intro")} service="voice" />
      <Tabs tabs={tabs()} label={t("views")} />
      {view === "transcripts" && <Transcripts />}
      {view === "live" && <LiveText />}
      {view === "chat" && <VoiceChat />}
      {view === "statistics" && <Statistics />}
    </>
  );
}
