import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { ANSWERS } from "./answers.ts";
import { axeFaults } from "./axe.ts";
import { launch, needsBrowser, open } from "./browser.ts";
import { fronted } from "./platform.ts";
import { TRANSCRIPTION, VOICE } from "./voice_answers.ts";

const API = "/api/v1";
const MICROPHONE = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];

Deno.test({
  ...needsBrowser("the voice pages by mouse and keyboard, with a microphone"),
  async fn(t) {
    const taken: { name: string; size: number; start: string }[] = [];
    const voice = {
      ...VOICE,
      [`POST ${API}/transcribe`]: async (request: Request) => {
        const file = (await request.formData()).get("file");
        if (!(file instanceof File)) return Response.json({ error: "No file" }, { status: 422 });
        const start = new Uint8Array(await file.arrayBuffer()).slice(0, 4).toHex();
        taken.push({ name: file.name, size: file.size, start });
        return Response.json(TRANSCRIPTION, { status: 201 });
      },
      [`DELETE ${API}/transcriptions/${TRANSCRIPTION.id}`]: () => new Response(null, { status: 204 }),
    };
    await using services = await fronted({ ...ANSWERS, voice });
    const browser = await launch(MICROPHONE);
    try {
      const token = await signJwt(SECRET, { sub: "amal", role: "user" });
      const { context, page, faults } = await open(browser, {
        address: services.address,
        token,
        lang: "ar",
      });

      await t.step(
        "what is said is recorded, its level shown, and written down, by keyboard alone",
        async () => {
          await page.goto("/voice");
          await page.getByRole("button", { name: "سجّل", exact: true }).focus();
          await page.keyboard.press("Enter");
          await page.getByRole("meter", { name: "مستوى الميكروفون" }).waitFor();
          await page.waitForFunction(() => (document.querySelector("meter")?.value ?? 0) > 0.01);
          assert.deepEqual(await axeFaults(page), []);
          await page.getByRole("button", { name: "أوقف وحوّل إلى نص" }).focus();
          await page.keyboard.press("Enter");
          await page.waitForURL(`**/voice?transcription=${TRANSCRIPTION.id}`);
          const [recording] = taken;
          // The head of every WebM file.
          assert.equal(recording?.start, "1a45dfa3");
          assert.equal(recording?.name, "recording.webm");
        },
      );

      await t.step("a transcript has its sentences with times, and subtitles", async () => {
        const rows = page.getByRole("region", { name: "الجمل وأوقاتها" }).getByRole("row");
        assert.match(await rows.nth(2).innerText(), /0:03.*1:15.*الميزانية/s);
        const file = page.getByRole("button", { name: "SRT" });
        assert.match(await file.getAttribute("href") ?? "", /\?response_format=srt$/);
        assert.deepEqual(await axeFaults(page), []);
        await page.getByRole("button", { name: "حذف" }).click();
        await page.getByRole("dialog").getByRole("button", { name: "حذف" }).click();
        await page.waitForURL("**/voice");
      });

      await t.step("a file is written down in the language that is said, and searched for", async () => {
        await page.getByRole("combobox", { name: "لغة الكلام" }).selectOption("ar");
        await page.getByLabel("اختر ملفًا").setInputFiles([{
          ...{ name: "اجتماع.m4a", mimeType: "audio/mp4", buffer: Buffer.from("sound") },
        }]);
        await page.waitForURL(`**/voice?transcription=${TRANSCRIPTION.id}`);
        assert.equal(taken[1]?.name, "اجتماع.m4a");
        assert.ok(services.asked.includes("voice POST /api/v1/transcribe?language=ar"));
        await page.goto("/voice");
        await page.getByRole("searchbox").fill("ميزانية");
        await page.waitForRequest((request) => request.url().includes("search="));
        await page.getByRole("link", { name: /نبدأ الاجتماع/ }).waitFor();
      });
      assert.deepEqual(faults, []);
      await context.close();

      await t.step("statistics, in the dark, for another who deletes nothing of hers", async () => {
        const bilal = await signJwt(SECRET, { sub: "bilal", role: "user" });
        const other = await open(browser, { address: services.address, token: bilal, dark: true });
        await other.page.goto("/voice?view=statistics");
        await other.page.locator(".plot canvas").waitFor();
        assert.deepEqual(await axeFaults(other.page), []);
        await other.page.goto(`/voice?transcription=${TRANSCRIPTION.id}`);
        await other.page.getByRole("button", { name: "VTT" }).waitFor();
        assert.equal(await other.page.getByRole("button", { name: "Delete" }).count(), 0);
        assert.deepEqual(other.faults, []);
        await other.context.close();
      });
    } finally {
      await browser.close();
    }
  },
});
