/** Signing in: by the code of the start's line, by the organisation, or by a pasted token or key. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { boot } from "../boot.ts";
import { words } from "../i18n/words.ts";
import { lang } from "../prefs.ts";
import { Field } from "./field.tsx";

const t = words({
  welcome: ["Sign in to Diwan", "تسجيل الدخول إلى ديوان"],
  intro: [
    "Open the line that the start printed in its terminal, or paste a token or a gateway key.",
    "افتح الرابط الذي ظهر في الطرفية عند بدء التشغيل، أو ألصق رمز دخول أو مفتاحًا للبوابة.",
  ],
  intro_oidc: [
    "Sign in with your organisation, or paste a token of it or a gateway key.",
    "سجّل الدخول عبر جهتك، أو ألصق رمز دخول منها أو مفتاحًا للبوابة.",
  ],
  organisation: ["Sign in with your organisation", "الدخول عبر جهتك"],
  token: ["Token or gateway key", "رمز الدخول أو مفتاح البوابة"],
  help: [
    "On the server: deno task token --role admin --sub you",
    "على الخادم: deno task token --role admin --sub you",
  ],
  sign_in: ["Sign in", "تسجيل الدخول"],
  working: ["Signing in…", "جارٍ تسجيل الدخول…"],
  other_language: ["العربية", "English"],
  too_often: ["Too many attempts; try again in a minute", "محاولات كثيرة؛ أعد المحاولة بعد دقيقة"],
  cannot_check: ["This cannot be checked now; try again", "تعذّر التحقق الآن؛ أعد المحاولة"],
  bad_code: [
    "This code was used already, has expired or was never issued",
    "استُخدم هذا الرمز أو انتهت مدته أو لم يصدر",
  ],
  bad_token: ["Invalid token or key", "رمز الدخول أو المفتاح غير صالح"],
});

/** Signs in and answers nothing, or the reason why it was refused. */
export async function signIn(body: { code: string } | { token: string }): Promise<string | undefined> {
  const response = await fetch("/sign-in", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (response.ok) return undefined;
  const told: { detail?: unknown; error?: unknown } = await response.json().catch(() => ({}));
  if (lang.value === "ar") return refusal("code" in body ? "code" : "token", response.status);
  return String(told.detail ?? told.error ?? response.status);
}

/** Why a sign-in was refused, in Arabic; the server says it in English. */
function refusal(by: "code" | "token", status: number): string {
  if (status === 429) return t("too_often");
  if (status >= 500) return t("cannot_check");
  return t(by === "code" ? "bad_code" : "bad_token");
}

/** The form of a pasted token; `done` is called once it is good. */
export function TokenForm({ done }: { done(): void }) {
  const token = useSignal("");
  const refused = useSignal("");
  const busy = useSignal(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    busy.value = true;
    refused.value = await signIn({ token: token.value.trim() }) ?? "";
    busy.value = false;
    if (!refused.value) done();
  };
  return (
    <form onSubmit={submit}>
      <Field
        label={t("token")}
        help={boot.oidc ? undefined : t("help")}
        type="password"
        dir="ltr"
        autocomplete="off"
        required
        value={token.value}
        onInput={(value) => token.value = value}
      />
      {refused.value && (
        <p class="note bad" role="alert">
          <bdi>{refused.value}</bdi>
        </p>
      )}
      <button type="submit" disabled={busy.value}>{busy.value ? t("working") : t("sign_in")}</button>
    </form>
  );
}

export function SignIn({ title }: { title: string }) {
  const refused = useSignal("");
  const code = useSignal(location.pathname === "/sign-in" ? location.hash.slice(1) : "");
  const back = location.pathname === "/sign-in" ? "/" : location.pathname + location.search;
  const enter = () => location.replace(back);
  const redeem = async () => {
    if (!code.value) return;
    // The code must not stay in the address: it would be in the history.
    history.replaceState(null, "", "/sign-in");
    refused.value = await signIn({ code: code.value }) ?? "";
    code.value = "";
    if (!refused.value) enter();
  };
  useEffect(() => {
    document.title = `${t("welcome")} · ${title}`;
    void redeem();
    // The start's line opened where this page is shown already loads nothing anew.
    const opened = () => {
      code.value = location.hash.slice(1);
      void redeem();
    };
    addEventListener("hashchange", opened);
    return () => removeEventListener("hashchange", opened);
  }, []);
  return (
    <main class="sign-in">
      <div class="card">
        <h1>{t("welcome")}</h1>
        {code.value ? <p aria-busy="true">{t("working")}</p> : <p>{t(boot.oidc ? "intro_oidc" : "intro")}</p>}
        {refused.value && (
          <p class="note bad" role="alert">
            <bdi>{refused.value}</bdi>
          </p>
        )}
        {boot.oidc && (
          <a role="button" href={`/auth/start?back=${encodeURIComponent(back)}`}>{t("organisation")}</a>
        )}
        <TokenForm done={enter} />
        <button
          type="button"
          class="link"
          lang={lang.value === "ar" ? "en" : "ar"}
          onClick={() => lang.value = lang.value === "ar" ? "en" : "ar"}
        >
          {t("other_language")}
        </button>
      </div>
    </main>
  );
}
