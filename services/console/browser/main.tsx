/** Starts the console in the browser. */
import { render } from "preact";
import { publicPageOf } from "../shared/pages.ts";
import { askWhoIAm, user } from "./boot.ts";
import { listen } from "./live.ts";
import { App } from "./ui/app.tsx";
import { t } from "./i18n/shared_words.ts";
import { PublicApp } from "./ui/public_app.tsx";
import { SignIn } from "./ui/sign_in.tsx";

const root = document.getElementById("app");
const publicPage = publicPageOf(location.pathname);

async function frame() {
  if (publicPage) return <PublicApp entry={publicPage} />;
  if (user.value === null && location.pathname !== "/sign-in") await askWhoIAm();
  if (user.value === null) return <SignIn title={t("diwan")} />;
  listen();
  return <App />;
}

if (root) render(await frame(), root);
