import assert from "node:assert/strict";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { ANSWERS } from "./answers.ts";
import { axeFaults } from "./axe.ts";
import { needsBrowser } from "./browser.ts";
import { EVALUATION, labelling } from "./evaluation_answers.ts";
import { fronted } from "./platform.ts";
import { testBrowser } from "./test_browser.ts";

const API = "/api/v1";

Deno.test({
  ...needsBrowser("the evaluation pages by mouse and keyboard"),
  async fn(t) {
    const kept = new Map<string, unknown>();
    const evaluation = {
      ...EVALUATION,
      [`POST ${API}/eval/run`]: async (request: Request) => {
        kept.set("run", await request.json());
        return { eval_ids: ["e4"], message: "Started 1 evaluation" };
      },
      [`POST ${API}/results/e3/cancel`]: () => {
        kept.set("cancelled", true);
        return {};
      },
    };
    const said: { question_id: string; epoch: number; label: string; remark?: string }[] = [];
    kept.set("labels", said);
    Object.assign(evaluation, {
      [`GET ${API}/results/e2/labels`]: (request: Request) => labelling(request, said),
      [`PUT ${API}/results/e2/labels`]: async (request: Request) => said.push(await request.json()),
      [`POST ${API}/results/e2/rescore`]: async (request: Request) => {
        kept.set("rescore", await request.json());
        return {};
      },
    });
    await using services = await fronted({ ...ANSWERS, evaluation });
    await using browser = testBrowser();
    const token = await signJwt(SECRET, { sub: "amal", role: "user" });
    const { page, faults, close } = await browser.open({ address: services.address, token });

    await t.step("the leaderboard has intervals and profiles, by language", async () => {
      await page.goto("/evaluation");
      const first = page.getByRole("region", { name: "Leaderboard" }).getByRole("row").nth(1);
      assert.match(await first.innerText(), /gpt.*75%.*65% – 85%/s);
      assert.match(
        await page.getByRole("region", { name: "Scores by category" }).getByRole("row").nth(2).innerText(),
        /echo.*25%.*–/s,
      );
      const asked = page.waitForRequest((request) => request.url().endsWith("/leaderboard?language=ar"));
      await page.getByRole("combobox", { name: "Language" }).selectOption("ar");
      await asked;
      assert.deepEqual(await axeFaults(page), []);
    });

    await t.step("an evaluation is started by keyboard alone", async () => {
      await page.getByRole("tab", { name: "Evaluations" }).click();
      await page.getByText(/Asking .1. of .2./).waitFor();
      await page.getByRole("button", { name: "Evaluate a model" }).focus();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: "Evaluate a model" });
      await dialog.getByLabel("Model").focus();
      await page.keyboard.type("echo");
      await dialog.getByLabel("Questions at most").focus();
      await page.keyboard.type("5");
      await dialog.getByLabel("Instruction").focus();
      await page.keyboard.type("Be brief.");
      await dialog.getByRole("checkbox").focus();
      await page.keyboard.press("Space");
      assert.deepEqual(await axeFaults(page), []);
      await dialog.getByLabel("Model").focus();
      await page.keyboard.press("Enter");
      await dialog.waitFor({ state: "detached" });
      assert.deepEqual(kept.get("run"), {
        ...{ model_id: "echo", provider: "gateway", benchmark_ids: ["arabic-grammar"], limit: 5 },
        system_prompt: "Be brief.",
      });
    });

    await t.step("one at work is stopped", async () => {
      await page.goto("/evaluation?result=e3");
      const stopped = page.waitForResponse((response) => response.url().endsWith("/cancel"));
      await page.getByRole("button", { name: "Stop" }).click();
      await stopped;
      assert.equal(kept.get("cancelled"), true);
    });

    await t.step("a result is read question by question and held against another", async () => {
      await page.goto("/evaluation?result=e2");
      await page.getByRole("button", { name: /q1/ }).click();
      await page.getByRole("dialog", { name: "Question" }).getByText("The reference is: خبر").waitFor();
      assert.deepEqual(await axeFaults(page), []);
      await page.keyboard.press("Escape");
      await page.getByRole("combobox", { name: "Compare with" }).selectOption("e1");
      await page.getByText(/More than chance/).waitFor();
      assert.equal(new URL(page.url()).searchParams.get("with"), "e1");
      assert.deepEqual(await axeFaults(page), []);
    });

    await t.step("answers are labelled by keys alone, and the agreement is told", async () => {
      await page.goto("/evaluation?result=e2");
      await page.getByRole("button", { name: "Label answers" }).click();
      await page.getByRole("heading", { name: /Answer .1. of .2./ }).waitFor();
      assert.equal(await page.getByText("The machine's score:").count(), 0);
      assert.deepEqual(await axeFaults(page), []);
      await page.getByLabel("Remark").focus();
      await page.keyboard.type("in 3 words");
      await page.keyboard.press("Escape");
      await page.keyboard.press("2");
      await page.getByRole("heading", { name: /Answer .2. of .2./ }).waitFor();
      await page.keyboard.press("1");
      await page.getByText("The machine's score:").waitFor();
      assert.deepEqual(kept.get("labels"), [
        { question_id: "q1", epoch: 1, label: "partly", remark: "in 3 words" },
        { question_id: "q2", epoch: 1, label: "right" },
      ]);
      await page.keyboard.press("ArrowLeft");
      await page.getByRole("heading", { name: /Answer .1. of .2./ }).waitFor();
      assert.match(
        await page.getByText("Cohen's kappa").locator("..").innerText(),
        /0.4.*from .0.1. to .0.6./s,
      );
      assert.deepEqual(await axeFaults(page), []);
      await page.getByRole("button", { name: "Score with labels" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Score with labels" }).click();
      await page.getByRole("button", { name: "Label answers" }).waitFor();
      assert.deepEqual(kept.get("rescore"), { labels: true });
    });

    await t.step("models and instructions stand side by side, by filters and keyboard", async () => {
      await page.goto("/evaluation?view=matrix");
      const table = page.getByRole("region", { name: "Side by side" }).last();
      await table.getByRole("row").nth(2).waitFor();
      const heads = page.getByRole("region", { name: "Share of right answers" });
      assert.match(await heads.getByRole("row").nth(2).innerText(), /echo.*أجب بإيجاز.*50%.*.1. of .2./s);
      await page.getByRole("combobox", { name: "Show" }).selectOption("differing");
      await page.getByText(/^.?1.? row/).waitFor();
      assert.equal(new URL(page.url()).searchParams.get("show"), "differing");
      await page.locator(".cell").last().focus();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: "Question" });
      await dialog.getByText("The reference is: خبر").waitFor();
      assert.equal(await dialog.locator("section").count(), 1);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "ما إعراب الكلمة في q2؟", exact: true }).click();
      await dialog.getByText("The reference is: خبر").nth(1).waitFor();
      assert.equal(await dialog.locator("section").count(), 2);
      assert.deepEqual(await axeFaults(page), []);
      await page.keyboard.press("Escape");
      const file = page.getByRole("button", { name: "CSV with whole answers" });
      assert.match(await file.getAttribute("href") ?? "", /export\?results=e2,e1&show=differing/);
      await page.getByRole("checkbox", { name: /echo/ }).uncheck();
      await page.getByRole("link", { name: "echo" }).waitFor({ state: "detached" });
      assert.equal(new URL(page.url()).searchParams.get("runs"), "e2");
    });
    assert.deepEqual(faults, []);
    await close();

    await t.step("in Arabic and the dark, a benchmark is read with its answers", async () => {
      const other = await browser.open({ address: services.address, token, lang: "ar", dark: true });
      await other.page.goto("/evaluation?view=benchmarks");
      await other.page.getByRole("link", { name: "قواعد العربية" }).click();
      await other.page.getByRole("dialog").getByText("ما إعراب الكلمة؟").waitFor();
      assert.deepEqual(await axeFaults(other.page), []);
      assert.deepEqual(other.faults, []);
      await other.close();
    });
  },
});
