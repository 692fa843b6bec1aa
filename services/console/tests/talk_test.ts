import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { wavOf } from "../browser/pages/voice/samples.ts";
import { ANSWERS } from "./answers.ts";
import { axeFaults } from "./axe.ts";
import { launch, needsBrowser, open } from "./browser.ts";
import { fronted } from "./platform.ts";
import { VOICE } from "./voice_answers.ts";

const API = "/api/v1";
const SPEECH = fileURLToPath(new URL("../../voice/fixtures/english.wav", import.meta.url));
const RATE = 16_000;

/** A file in which a sentence is said again and again, with quiet between; the fake microphone repeats it. */
async function saidAgainAndAgain(file: string): Promise<void> {
  const speech = new Int16Array((await Deno.readFile(SPEECH)).slice(44).buffer);
  const quiet = new Int16Array(RATE * 2);
  await Deno.writeFile(file, new Uint8Array(await wavOf([quiet, speech, quiet]).arrayBuffer()));
}

/** The events of a chat's answer; it stays open where there is no end. */
function chatEvents(events: unknown[], { ends }: { ends: boolean }): Response {
  const lines = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(lines));
      if (ends) controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

const words = (content: string, more = {}) => ({ choices: [{ delta: { content } }], ...more });

Deno.test({
  ...needsBrowser("live text while somebody speaks, and a voice chat that lets itself be interrupted"),
  async fn(t) {
    const dir = await Deno.makeTempDir();
    const microphone = `${dir}/microphone.wav`;
    await saidAgainAndAgain(microphone);
    const streamed = { bytes: 0, ended: false };
    const recordings: { head: string; seconds: number; query: string }[] = [];
    const voice = {
      ...VOICE,
      dependencies: { text_to_speech: { status: "ok" } },
      [`GET ${API}/transcribe/stream`]: (request: Request) => {
        const { socket, response } = Deno.upgradeWebSocket(request);
        socket.binaryType = "arraybuffer";
        let told = false;
        socket.onmessage = ({ data }) => {
          const size = data instanceof ArrayBuffer ? data.byteLength : 0;
          streamed.bytes += size;
          if (streamed.bytes > RATE && !told) {
            told = true;
            socket.send(JSON.stringify({ status: "partial", text: "يبدأ" }));
          }
          if (size > 0) return;
          streamed.ended = true;
          const segments = [{ start: 2, end: 3.4, text: "يبدأ الاجتماع في التاسعة." }];
          const done = { status: "completed", text: segments[0]?.text, segments, id: "x", language: "ar" };
          socket.send(JSON.stringify({ ...done, duration: 1.4 }));
          socket.close(1000);
        };
        return response;
      },
      [`POST ${API}/voice/chat`]: async (request: Request) => {
        const file = (await request.formData()).get("file");
        assert.ok(file instanceof File);
        const head = new TextDecoder().decode((await file.arrayBuffer()).slice(0, 4));
        recordings.push({ head, seconds: file.size / RATE / 2, query: new URL(request.url).search });
        const said = { transcription: "متى يبدأ؟", conversation_id: "c1" };
        const audio = wavOf([new Int16Array(RATE * 30)]);
        const data = new Uint8Array(await audio.arrayBuffer()).toBase64();
        return recordings.length === 1
          ? chatEvents(
            [words("في ", said), words("التاسعة", { audio: { content_type: "audio/wav", data } })],
            {
              ends: true,
            },
          )
          : chatEvents([words("جواب طويل", { ...said, transcription: "وماذا بعد؟" })], { ends: false });
      },
    };
    await using services = await fronted({ ...ANSWERS, voice });
    const browser = await launch([
      "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
      `--use-file-for-fake-audio-capture=${microphone}`,
    ]);
    try {
      const token = await signJwt(SECRET, { sub: "amal", role: "user" });
      const signed = { address: services.address, token };
      const { context, page, faults } = await open(browser, { ...signed, lang: "ar" });

      await t.step(
        "text comes while somebody speaks, and what is left when they stop, by keyboard",
        async () => {
          await page.goto("/voice?view=live");
          await page.getByRole("button", { name: "استمع" }).focus();
          await page.keyboard.press("Enter");
          await page.getByText("يبدأ", { exact: true }).waitFor();
          assert.deepEqual(await axeFaults(page), []);
          await page.getByRole("button", { name: "أوقف" }).focus();
          await page.keyboard.press("Enter");
          await page.getByText("يبدأ الاجتماع في التاسعة.").waitFor();
          await page.getByRole("button", { name: "استمع" }).waitFor();
          assert.equal(streamed.ended, true);
          assert.ok(
            services.asked.some((line) => line.includes("stream?sample_rate=16000&interim_results=true")),
          );
          assert.deepEqual(await axeFaults(page), []);
        },
      );

      await t.step("a voice that begins ends the answer that is spoken, or still written", async () => {
        await page.goto("/voice?view=chat");
        // Only then is it known that answers can be spoken.
        await page.getByRole("checkbox").first().waitFor();
        await page.getByRole("button", { name: "ابدأ المحادثة" }).click();
        const turns = page.getByRole("list", { name: "محادثة صوتية" }).getByRole("listitem");
        await turns.nth(0).getByText("في التاسعة").waitFor();
        await turns.nth(0).getByText("قوطع").waitFor();
        await turns.nth(1).getByText("جواب طويل").waitFor();
        await turns.nth(1).getByText("قوطع").waitFor();
        assert.deepEqual(await axeFaults(page), []);
        await page.getByRole("button", { name: "أنهِ المحادثة" }).click();
        const [first, second] = recordings;
        assert.ok(first && second);
        assert.equal(first.head, "RIFF");
        // The sentence with the moments around it, not the quiet in between.
        assert.ok(first.seconds > 1 && first.seconds < 5, String(first.seconds));
        assert.match(first.query, /stream=true&speak=true$/);
        // The first answer was whole: the conversation goes on.
        assert.match(second.query, /conversation_id=c1/);
      });
      assert.deepEqual(faults, []);
      await context.close();

      await t.step("earlier conversations are read", async () => {
        const english = await open(browser, { ...signed, dark: true });
        await english.page.goto("/voice?view=chat");
        await english.page.getByRole("link", { name: /2026/ }).click();
        await english.page.getByText("في الثامنة.").waitFor();
        assert.deepEqual(await axeFaults(english.page), []);
        assert.deepEqual(english.faults, []);
        await english.context.close();
      });
    } finally {
      await browser.close();
      await Deno.remove(dir, { recursive: true });
    }
  },
});
