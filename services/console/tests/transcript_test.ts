import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { fileURLToPath } from "node:url";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { ANSWERS } from "./answers.ts";
import { axeFaults } from "./axe.ts";
import { needsBrowser } from "./browser.ts";
import { fronted } from "./platform.ts";
import { testBrowser } from "./test_browser.ts";
import { rightsAnswer } from "./rights_answers.ts";
import { TRANSCRIPTION, VOICE } from "./voice_answers.ts";

const SPEECH = fileURLToPath(new URL("../../voice/fixtures/english.wav", import.meta.url));
const BROUGHT = "0198f1f6-2f4b-7c3a-9d53-3f6f4f0f7e09";
const WORDS = ["The", "meeting", "starts", "at", "nine"].map((text, index) => ({
  ...{ text, start: index * 0.3, end: (index + 1) * 0.3 },
}));
const PATH = `/api/v1/transcriptions/${TRANSCRIPTION.id}`;

Deno.test({
  ...needsBrowser("a transcript's sentences play when they are clicked, and are put right"),
  async fn(t) {
    const sent: unknown[] = [];
    const segments = [{ start: 0.2, end: 0.6, text: "نبدأ" }, { start: 0.6, end: 1.2, text: "الاجتماع" }];
    const voice = {
      ...VOICE,
      "POST /api/v1/transcribe": TRANSCRIPTION,
      [`GET ${PATH}`]: { ...TRANSCRIPTION, segments },
      "POST /api/v1/transcriptions": { ...TRANSCRIPTION, id: BROUGHT },
      [`GET /api/v1/transcriptions/${BROUGHT}`]: {
        ...{ ...TRANSCRIPTION, id: BROUGHT, source: "import", model: "imported", processing_ms: 0 },
        segments: [{ start: 0, end: 1.8, text: "The meeting starts at nine.", words: WORDS }],
      },
      [`GET /api/v1/transcriptions/${BROUGHT}/rights`]: rightsAnswer("amal"),
      [`PATCH ${PATH}`]: async (request: Request) => {
        sent.push(await request.json());
        return TRANSCRIPTION;
      },
    };
    await using services = await fronted({ ...ANSWERS, voice });
    await using browser = testBrowser();
    const token = await signJwt(SECRET, { sub: "amal", role: "user" });
    const signed = { address: services.address, token };
    const { page, faults, close } = await browser.open({ ...signed, lang: "ar", dark: true });

    await t.step("the recording that was just written down plays by sentence", async () => {
      await page.goto("/voice");
      await page.getByLabel("اختر ملفًا").setInputFiles(SPEECH);
      await page.waitForURL(`**/voice?transcription=${TRANSCRIPTION.id}`);
      await page.getByRole("button", { name: "الاجتماع", exact: true }).click();
      await page.locator(".now-playing").getByText("الاجتماع").waitFor();
      // It stops at the sentence's end.
      await page.locator(".now-playing").waitFor({ state: "detached" });
      const at = await page.locator("audio").evaluate((audio) =>
        audio instanceof HTMLAudioElement ? audio.currentTime : -1
      );
      assert.ok(at > 0.6 && at < 1.7, String(at));
      assert.deepEqual(await axeFaults(page), []);
    });

    await t.step("a sentence is put right by the keyboard, and Undo takes it back", async () => {
      await page.getByRole("button", { name: /تصحيح ما قيل عند .*/ }).first().focus();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: "تصحيح" });
      assert.deepEqual(await axeFaults(page), []);
      await dialog.getByLabel("النص").fill("بدأ");
      await page.keyboard.press("Control+Enter");
      await dialog.waitFor({ state: "detached" });
      const undone = page.waitForResponse((response) => response.request().method() === "PATCH");
      await page.getByRole("button", { name: "تراجع" }).click();
      await undone;
      assert.deepEqual(sent, [
        { segments: [{ index: 0, text: "بدأ" }] },
        { segments: [{ index: 0, text: "نبدأ" }] },
      ]);
    });
    assert.deepEqual(faults, []);
    await close();

    await t.step(
      "a finished transcript is brought, and plays word by word where it tells their times",
      async () => {
        const { page, faults, close } = await browser.open(signed);
        await page.goto("/voice");
        const file = { name: "minutes.json", mimeType: "application/json", buffer: Buffer.from("{}") };
        await page.getByLabel("Import a transcript").setInputFiles(file);
        await page.waitForURL(`**/voice?transcription=${BROUGHT}`);
        await page.getByLabel("Choose the recording").setInputFiles(SPEECH);
        const word = page.getByRole("button", { name: "starts", exact: true });
        await word.click();
        await page.locator("button.now-playing", { hasText: "starts" }).waitFor();
        await page.locator("button.now-playing").waitFor({ state: "detached" });
        assert.equal(await page.getByRole("button", { name: "nine.", exact: true }).count(), 1);
        assert.deepEqual(await axeFaults(page), []);
        assert.deepEqual(faults, []);
        await close();
      },
    );

    await t.step("who may only read plays a file of their own, and puts nothing right", async () => {
      const bilal = await signJwt(SECRET, { sub: "bilal", role: "user" });
      const other = await browser.open({ ...signed, token: bilal });
      await other.page.goto(`/voice?transcription=${TRANSCRIPTION.id}`);
      await other.page.getByRole("button", { name: "Choose the recording" }).waitFor();
      assert.equal(await other.page.getByRole("button", { name: /Correct/ }).count(), 0);
      await other.page.getByLabel("Choose the recording").setInputFiles(SPEECH);
      await other.page.getByRole("button", { name: "نبدأ", exact: true }).click();
      await other.page.locator(".now-playing").waitFor();
      assert.deepEqual(await axeFaults(other.page), []);
      assert.deepEqual(other.faults, []);
      await other.close();
    });
  },
});
