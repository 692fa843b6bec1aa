import assert from "node:assert/strict";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { ANSWERS } from "./answers.ts";
import { needsBrowser } from "./browser.ts";
import { fronted } from "./platform.ts";
import { testBrowser } from "./test_browser.ts";
import { TRANSCRIPTION } from "./voice_answers.ts";

Deno.test({
  ...needsBrowser(
    "a page that is opened while its service is away shows its data once it is back, by itself",
  ),
  async fn() {
    await using services = await fronted(ANSWERS);
    await using browser = testBrowser();
    const token = await signJwt(SECRET, { sub: "amal", role: "admin" });
    const { page, faults, close } = await browser.open({ address: services.address, token });
    services.stop("voice");
    await page.goto(`/voice?transcription=${TRANSCRIPTION.id}`);
    await page.locator("main").getByRole("alert").waitFor();
    services.start("voice");
    await page.getByRole("heading", { level: 1, name: TRANSCRIPTION.filename }).waitFor();
    assert.deepEqual(faults.filter((fault) => !fault.includes("503")), []);
    await close();
  },
});
