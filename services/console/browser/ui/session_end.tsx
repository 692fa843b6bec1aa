/** The end of a session: announced before, and covered by a sign-in that leaves the page as it is. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { signedOut } from "../api.ts";
import { askWhoIAm, boot, expires } from "../boot.ts";
import { t } from "../i18n/shared_words.ts";
import { relative } from "../i18n/format.ts";
import { listen } from "../live.ts";
import { TokenForm } from "./sign_in.tsx";
import { signOutChannel } from "./bar.tsx";
import { Dialog } from "./dialog.tsx";

const WARN_SECONDS = 300;
const LOOK_MS = 10_000;

export function SessionEnd() {
  const left = useSignal(Infinity);
  useEffect(() => {
    const check = () => {
      left.value = expires.value - Date.now() / 1000;
      if (left.value <= 0) signedOut.value = true;
    };
    check();
    const timer = setInterval(check, LOOK_MS);
    signOutChannel.onmessage = () => signedOut.value = true;
    return () => clearInterval(timer);
  }, []);
  const back = async () => {
    await askWhoIAm();
    signedOut.value = false;
    left.value = expires.value - Date.now() / 1000;
    listen();
  };
  if (signedOut.value) {
    return (
      <Dialog title={t("session_ended")} open onClose={() => location.assign("/sign-in")}>
        <p>{t("session_ended_words")}</p>
        {boot.oidc && <a role="button" href="/auth/start">{t("sign_in")}</a>}
        <TokenForm done={back} />
      </Dialog>
    );
  }
  if (left.value > WARN_SECONDS) return null;
  return <p class="session-note" role="status">{t("session_ends", { when: relative(left.value) })}</p>;
}
