import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Locator } from "playwright-core";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { ANSWERS } from "./answers.ts";
import { axeFaults } from "./axe.ts";
import { needsBrowser } from "./browser.ts";
import { EVALUATION, WRITTEN } from "./evaluation_answers.ts";
import { fronted } from "./platform.ts";
import { testBrowser } from "./test_browser.ts";

const BENCHMARKS = "/api/v1/benchmarks";

type Written = Omit<typeof WRITTEN, "questions"> & { questions: Record<string, unknown>[] };

/** An evaluation service that keeps benchmarks as the real one does, and tells what it was sent. */
function service() {
  const sent: { what: string; body: unknown }[] = [];
  const kept = new Map<string, Written>();
  const note = async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    const body = request.method === "DELETE" ? undefined : await request.json();
    sent.push({ what: `${request.method} ${pathname.slice(BENCHMARKS.length)}${search}`, body });
    return body;
  };
  const save = async (request: Request) => {
    const body: Written = await note(request);
    const details = [
      ...body.name ? [] : [{ loc: ["body", "name"], msg: "Too small", type: "too_small" }],
      ...body.questions.flatMap(({ target }, at) =>
        target === undefined
          ? [{ loc: ["body", "questions", at, "target"], msg: "target is missing", type: "target_missing" }]
          : []
      ),
    ];
    if (details.length > 0) return Response.json({ error: "Validation failed", details }, { status: 422 });
    kept.set(body.id, body);
    return body;
  };
  const content = (request: Request) => {
    const id = new URL(request.url).pathname.split("/").at(-2) ?? "";
    const benchmark = kept.get(id);
    return benchmark && { hash: JSON.stringify(benchmark).length.toString(), source: "written", benchmark };
  };
  const answers = {
    ...EVALUATION,
    [`POST ${BENCHMARKS}`]: save,
    [`GET ${BENCHMARKS}/sums/content`]: content,
    [`PUT ${BENCHMARKS}/sums`]: save,
    [`DELETE ${BENCHMARKS}/sums`]: async (request: Request) => {
      await note(request);
      kept.delete("sums");
      return new Response(null, { status: 204 });
    },
    [`GET ${BENCHMARKS}/arabic-grammar-copy/content`]: content,
    [`POST ${BENCHMARKS}/try`]: async (request: Request) => {
      const { answer } = await note(request);
      return {
        ...{ prompt: [{ role: "user", content: "2 + 2?" }], response: answer ?? "أربعة", error: null },
        ...{ latency_ms: answer ? null : 480, score: answer ? 1 : null, extracted_answer: null },
        ...{ scoring_rule: answer ? "last_number" : "no_number", explanation: null },
      };
    },
    [`POST ${BENCHMARKS}/read`]: async (request: Request) => {
      const { file, text } = await note(request);
      if (!text.includes("answer")) {
        return { benchmark: null, faults: [{ file, line: 3, message: "the answer is empty" }] };
      }
      return {
        benchmark: {
          ...WRITTEN,
          id: "capitals",
          questions: [{ id: "1", input: "عاصمة عُمان؟", target: "مسقط" }],
        },
        faults: [],
      };
    },
  };
  return { sent, kept, answers };
}

const csv = (text: string) => ({ name: "عواصم.csv", mimeType: "text/csv", buffer: Buffer.from(text) });

Deno.test({
  ...needsBrowser("benchmarks are written, tried, read from files and mended, by mouse and keyboard"),
  async fn(t) {
    const { sent, kept, answers } = service();
    await using services = await fronted({ ...ANSWERS, evaluation: answers });
    await using browser = testBrowser();
    const token = await signJwt(SECRET, { sub: "amal", role: "manager" });
    const signed = { address: services.address, token };
    const { page, faults, close } = await browser.open(signed);
    const type = async (field: Locator, text: string) => {
      await field.focus();
      await page.keyboard.press("Control+A");
      await page.keyboard.type(text);
    };

    await t.step("one is written by the keyboard alone, and tried before it is saved", async () => {
      await page.goto("/evaluation?view=benchmarks");
      await page.getByRole("button", { name: "Write a benchmark" }).focus();
      await page.keyboard.press("Enter");
      await type(page.getByLabel("Name"), "Sums");
      await type(page.getByLabel("Id").first(), "sums");
      await page.getByLabel("How answers are scored").selectOption("numeric");
      await type(page.getByLabel("Tolerance"), "1");
      await type(page.getByLabel("Question", { exact: true }), "2 + 2?");
      assert.deepEqual(await axeFaults(page), []);
      await type(page.getByLabel("An answer of your own"), "4");
      await page.getByRole("button", { name: "Score the answer" }).focus();
      await page.keyboard.press("Enter");
      await page.getByText("by the last number").waitFor();
      const [tried] = sent.splice(0);
      assert.deepEqual(tried?.body, {
        benchmark: { languages: [], scoring: { method: "numeric", tolerance: 1 } },
        question: { id: "q1", input: "2 + 2?", language: "en" },
        answer: "4",
      });
    });

    await t.step("a refusal stands at its field, which has the focus", async () => {
      await page.getByLabel("Name").focus();
      await page.keyboard.press("Enter");
      await page.getByText(/1.? fault is left/).waitFor();
      const field = page.getByLabel("Right answers");
      assert.equal(await field.getAttribute("aria-invalid"), "true");
      assert.equal(await field.evaluate((one) => one === document.activeElement), true);
      await page.getByText("target is missing").waitFor();
      assert.deepEqual(await axeFaults(page), []);
      sent.splice(0);
      await page.keyboard.type("4\nfour");
      await page.getByRole("button", { name: "Save" }).focus();
      await page.keyboard.press("Enter");
      await page.getByText(/Sums.? is saved/).waitFor();
      const [saved] = sent.splice(0);
      assert.equal(saved?.what, "POST ");
      assert.deepEqual(kept.get("sums")?.questions, [
        { id: "q1", input: "2 + 2?", language: "en", target: ["4", "four"] },
      ]);
      await page.waitForURL(/edit=sums/);
    });

    await t.step(
      "questions are added, removed and put back; a change is made over its edition",
      async () => {
        await page.getByRole("button", { name: "Delete" }).waitFor();
        await page.getByRole("button", { name: "Add a question" }).click();
        await page.getByRole("heading", { name: /Question .2. of .2./ }).waitFor();
        await page.getByRole("button", { name: "Remove the question" }).click();
        await page.getByRole("heading", { name: /Question .1. of .1./ }).waitFor();
        await page.getByRole("button", { name: "Undo" }).click();
        await page.getByRole("heading", { name: /Question .2. of .2./ }).waitFor();
        await page.getByLabel("Question", { exact: true }).fill("3 + 3?");
        await page.getByRole("button", { name: "As JSON" }).click();
        const json = page.getByLabel("The question as JSON");
        await json.fill("{");
        await page.getByRole("button", { name: "Save" }).click();
        await page.getByText("This is not JSON").waitFor();
        assert.deepEqual(sent, []);
        await json.fill('{"id": "q2", "input": [{"role": "user", "content": "3 + 3?"}], "target": "6"}');
        // The word of the change before may still be there.
        const saved = page.waitForResponse((response) => response.request().method() === "PUT");
        await page.getByRole("button", { name: "Save" }).click();
        await saved;
        assert.match(sent.map(({ what }) => what).join(), /^PUT \/sums\?over=\d+$/);
        assert.equal(kept.get("sums")?.questions.length, 2);
      },
    );

    await t.step("it is deleted and put back", async () => {
      // What was saved is read anew, which would close the question.
      await page.reload();
      await page.getByRole("button", { name: "Delete" }).click();
      assert.deepEqual(await axeFaults(page), []);
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await page.getByText(/Sums.? is deleted/).waitFor();
      assert.equal(kept.size, 0);
      await page.getByRole("button", { name: "Undo" }).last().click();
      await page.waitForURL(/edit=sums/);
      assert.equal(kept.get("sums")?.questions.length, 2);
    });
    // The refusal was asked for.
    assert.deepEqual(faults.filter((fault) => !fault.includes("422")), []);
    await close();

    await t.step(
      "in Arabic and the dark, a built-in one is copied and a file's questions are added",
      async () => {
        sent.splice(0);
        const other = await browser.open({ ...signed, lang: "ar", dark: true });
        await other.page.goto("/evaluation?view=benchmarks");
        await other.page.getByRole("link", { name: "انسخ وعدّل" }).click();
        assert.equal(await other.page.getByLabel("المعرّف").first().inputValue(), "arabic-grammar-copy");
        assert.equal(await other.page.getByRole("checkbox", { name: "صحيح B" }).isChecked(), true);
        const chooser = other.page.locator("input[type=file]");
        await chooser.setInputFiles(csv("question\n?"));
        await other.page.getByText("the answer is empty").waitFor();
        assert.deepEqual(await axeFaults(other.page), []);
        await chooser.setInputFiles(csv("question,answer\n?,!"));
        await other.page.getByRole("heading", { name: /السؤال .2. من .2./ }).waitFor();
        await other.page.getByLabel("النموذج", { exact: true }).fill("echo");
        await other.page.getByRole("button", { name: "اسأل النموذج" }).click();
        await other.page.getByText("لم يوجد فيه عدد").waitFor();
        await other.page.getByLabel("الاسم").fill("");
        await other.page.getByRole("button", { name: "حفظ" }).click();
        await other.page.getByText("القيمة هنا أقل من المسموح").waitFor();
        assert.deepEqual(await axeFaults(other.page), []);
        await other.page.getByLabel("الاسم").fill("نسختي");
        await other.page.getByRole("button", { name: "حفظ" }).click();
        await other.page.waitForURL(/edit=arabic-grammar-copy/);
        assert.deepEqual(kept.get("arabic-grammar-copy")?.questions.map(({ id, target }) => [id, target]), [
          ["q1", "B"],
          ["1", "مسقط"],
        ]);
        assert.deepEqual(other.faults.filter((fault) => !fault.includes("422")), []);
        await other.close();
      },
    );

    await t.step(
      "who may not write sees no way to, and an address of the editor shows the list",
      async () => {
        const user = await signJwt(SECRET, { sub: "badr", role: "user" });
        const other = await browser.open({ ...signed, token: user });
        await other.page.goto("/evaluation?view=benchmarks&edit=");
        await other.page.getByRole("region", { name: "Benchmarks" }).waitFor();
        assert.equal(await other.page.getByText("Write a benchmark").count(), 0);
        assert.equal(await other.page.getByText("Copy and change").count(), 0);
        assert.deepEqual(other.faults, []);
        await other.close();
      },
    );
  },
});
