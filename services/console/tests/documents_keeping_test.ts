import assert from "node:assert/strict";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { ANSWERS } from "./answers.ts";
import { axeFaults } from "./axe.ts";
import { needsBrowser } from "./browser.ts";
import { DOCUMENTS, INVOICE, REPROCESSING } from "./documents_answers.ts";
import { fronted } from "./platform.ts";
import { testBrowser } from "./test_browser.ts";

const PATH = `/api/v1/docs/documents/${INVOICE.id}`;

Deno.test({
  ...needsBrowser("documents are tagged, held, taken along as files, read again and accounted for"),
  async fn(t) {
    const sent: unknown[] = [];
    const kept = { keep_until: null as string | null, kept_until: null, legal_hold: false };
    let stopped = false;
    const documents = {
      ...DOCUMENTS,
      [`GET ${PATH}`]: () => ({ ...INVOICE, legal_hold: kept.legal_hold }),
      [`PATCH ${PATH}/tags`]: async (request: Request) => {
        sent.push(await request.json());
        return { tags: [] };
      },
      [`GET ${PATH}/retention`]: () => kept,
      [`PUT ${PATH}/retention`]: async (request: Request) => {
        const change = await request.json();
        sent.push(change);
        return Object.assign(kept, change);
      },
      "POST /api/v1/docs/documents/reprocess": async (request: Request) => {
        sent.push(await request.json());
        return REPROCESSING;
      },
      [`GET /api/v1/docs/reprocessings/${REPROCESSING.id}`]: () =>
        stopped ? { ...REPROCESSING, waiting: 0, working: 0, canceled_at: INVOICE.created_at } : REPROCESSING,
      [`POST /api/v1/docs/reprocessings/${REPROCESSING.id}/cancel`]: () => {
        stopped = true;
        return REPROCESSING;
      },
    };
    await using services = await fronted({ ...ANSWERS, documents });
    await using browser = testBrowser();
    const token = await signJwt(SECRET, { sub: "amal", role: "admin" });
    const signed = { address: services.address, token };
    const { page, faults, close } = await browser.open({ ...signed, lang: "ar", dark: true });

    await t.step("a tag is added and another taken off by the keyboard", async () => {
      await page.goto(`/documents?document=${INVOICE.id}`);
      await page.getByLabel("وسم جديد").fill("ضريبة");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: /نزع .*2026/ }).focus();
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => document.querySelectorAll("#known-tags option").length === 2);
      await page.getByText("النص نفسه").waitFor();
      assert.deepEqual(await axeFaults(page), []);
      assert.deepEqual(sent.splice(0), [{ add: ["ضريبة"] }, { remove: ["2026"] }]);
    });

    await t.step("a last day is set; under legal hold a document is not offered for deletion", async () => {
      await page.getByLabel("يُحفظ حتى").fill("2030-01-31");
      await page.getByLabel("يُحفظ حتى").press("Enter");
      await page.getByRole("button", { name: "وضع تحت الحجز القانوني" }).click();
      await page.getByRole("button", { name: "رفع الحجز القانوني" }).waitFor();
      await page.getByRole("button", { name: "حذف" }).waitFor({ state: "detached" });
      assert.deepEqual(sent.splice(0), [{ keep_until: "2030-01-31" }, { legal_hold: true }]);
      assert.deepEqual(await axeFaults(page), []);
    });

    await t.step("what was read is offered as files", async () => {
      await page.getByRole("button", { name: "الملفات" }).click();
      const links = page.locator("#document-files a");
      const names = await links.evaluateAll((all) =>
        all.map((link) => link.getAttribute("href")?.split("/").at(-1))
      );
      assert.deepEqual(names, [
        ...["file", "searchable.pdf", "export?format=markdown", "export?format=json"],
        ...["export?format=xlsx", "export?format=csv"],
      ]);
      assert.deepEqual(await axeFaults(page), []);
    });
    assert.deepEqual(faults, []);
    await close();

    await t.step("the documents of a filter are read again, with progress and a stop", async () => {
      const english = await browser.open(signed);
      const { page } = english;
      await page.goto("/documents?document_type=invoice&tag=2026");
      await page.getByRole("button", { name: "Read these again" }).click();
      await page.getByLabel("From which step").selectOption("extract");
      assert.deepEqual(await axeFaults(page), []);
      await page.getByRole("button", { name: "Start" }).click();
      await page.getByText(/1.? failed/).waitFor();
      assert.deepEqual(sent.splice(0), [{
        filter: { document_type: "invoice", tag: "2026" },
        from: "extract",
      }]);
      assert.match(page.url(), new RegExp(`reprocessing=${REPROCESSING.id}`));
      assert.deepEqual(await axeFaults(page), []);
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.getByText("Stopped").waitFor();
      await page.goto("/documents?view=deletions");
      await page.getByText("The installation's rule").waitFor();
      assert.deepEqual(await axeFaults(page), []);
      assert.deepEqual(english.faults, []);
      await english.close();
    });
  },
});
