/** Starts the console in the browser. */
import { render } from "preact";
import { askWhoIAm, user } from "./boot.ts";
import { listen } from "./live.ts";
import { App } from "./ui/app.tsx";
import { t } from "./i18n/common.ts";
import { SignIn } from "./ui/sign_in.tsx";

const root = document.getElementById("app");

if (user.value === null && location.pathname !== "/sign-in") await askWhoIAm();
if (user.value !== null) listen();
if (root) render(user.value === null ? <SignIn title={t("diwan")} /> : <App />, root);
