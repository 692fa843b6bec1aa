import assert from "node:assert/strict";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { ANSWERS } from "./answers.ts";
import { axeFaults } from "./axe.ts";
import { needsBrowser } from "./browser.ts";
import { fronted } from "./platform.ts";
import { testBrowser } from "./test_browser.ts";
import { PROCUREMENT, TENDER } from "./procurement_answers.ts";

const TENDERS = "/api/v1/tenders";

Deno.test({
  ...needsBrowser("the procurement pages by mouse and keyboard"),
  async fn(t) {
    const kept = new Map<string, unknown>();
    const keep = (name: string) => async (request: Request) => {
      const text = await request.text();
      kept.set(name, text ? JSON.parse(text) : null);
      return {};
    };
    const procurement = {
      ...PROCUREMENT,
      [`POST ${TENDERS}`]: keep("tender"),
      [`POST ${TENDERS}/${TENDER.id}/bids/b1/scores`]: keep("score"),
      [`PUT ${TENDERS}/${TENDER.id}/bids/b1/requirements`]: keep("finding"),
      [`POST ${TENDERS}/${TENDER.id}/award`]: keep("award"),
      ["POST /api/v1/suppliers/s1/records"]: keep("record"),
    };
    await using services = await fronted({ ...ANSWERS, procurement });
    await using browser = testBrowser();
    const token = await signJwt(SECRET, { sub: "amal", role: "admin" });
    const { page, faults, close } = await browser.open({
      address: services.address,
      token,
      dark: true,
    });

    await t.step("the board has the tenders by state, and makes one by keyboard alone", async () => {
      await page.goto("/procurement");
      const column = page.getByRole("region", { name: "Open", exact: true });
      await column.getByRole("link", { name: TENDER.title }).waitFor();
      await column.getByText(/Closes .in/).waitFor();
      await page.getByRole("button", { name: "New tender" }).focus();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: "New tender" });
      await dialog.getByLabel("Title").focus();
      await page.keyboard.type("طابعات");
      await dialog.getByLabel("Requirements").fill("ISO 9001\n\nWarranty of 36 months");
      await dialog.getByLabel("Committee").fill("noura، layla");
      assert.deepEqual(await axeFaults(page), []);
      await dialog.getByLabel("Title").focus();
      await page.keyboard.press("Enter");
      await dialog.waitFor({ state: "detached" });
      assert.deepEqual(kept.get("tender"), {
        ...{ title: "طابعات", description: "", currency: "SAR", sealed: true },
        requirements: ["ISO 9001", "Warranty of 36 months"],
        evaluation_criteria: { price: 0.6, quality: 0.4 },
        ...{ committee: ["noura", "layla"], status: "open" },
      });
      await page.getByRole("button", { name: "New tender" }).and(page.locator(":focus")).waitFor();
    });

    await t.step("a score says where it came from, and takes one's own", async () => {
      await page.getByRole("region", { name: "Evaluated" }).getByRole("link", { name: TENDER.title })
        .click();
      await page.getByTitle(/^.?Quality.?: .?شركة النخيل.?$/).click();
      const dialog = page.getByRole("dialog", { name: /Quality/ });
      await dialog.getByText("ضمان قصير").waitFor();
      assert.deepEqual(await axeFaults(page), []);
      await dialog.getByLabel(/Your score/).fill("75");
      await page.keyboard.press("Enter");
      await dialog.waitFor({ state: "detached" });
      assert.deepEqual(kept.get("score"), { criterion: "quality", score: 75 });
    });

    await t.step("a requirement that is unclear is decided by a person", async () => {
      await page.getByRole("button", { name: "ISO 9001, شركة النخيل: Unclear suggested: met" }).click();
      const dialog = page.getByRole("dialog", { name: "ISO 9001" });
      await dialog.getByText("لدينا ISO 9001").waitFor();
      await dialog.getByText(/The reading suggests: .?Met/).waitFor();
      await dialog.getByText(/likelihood .?81%/).waitFor();
      assert.equal(await dialog.getByRole("combobox", { name: "Decide" }).inputValue(), "unclear");
      await dialog.getByRole("combobox", { name: "Decide" }).selectOption("Met");
      await dialog.getByLabel("Evidence").fill("شهادة سارية");
      await dialog.getByRole("button", { name: "Decide" }).click();
      await dialog.waitFor({ state: "detached" });
      assert.deepEqual(kept.get("finding"), { requirement: 0, status: "met", evidence: "شهادة سارية" });
    });

    await t.step("other weights move the ranks on the page alone", async () => {
      const asked = services.asked.filter((line) => !line.includes(" GET ")).length;
      const table = page.getByRole("region", { name: "What if the weights were others?" });
      assert.match(await table.getByRole("row").nth(1).innerText(), /شركة النخيل.*stays/s);
      await page.getByRole("slider", { name: "Price" }).focus();
      await page.keyboard.press("Home");
      assert.match(await table.getByRole("row").nth(1).innerText(), /Gulf Falcon.*60.*up/s);
      await page.getByRole("button", { name: "As in the tender" }).click();
      assert.match(await table.getByRole("row").nth(1).innerText(), /شركة النخيل.*76/s);
      assert.equal(services.asked.filter((line) => !line.includes(" GET ")).length, asked);
      assert.deepEqual(await axeFaults(page), []);
    });

    await t.step("a tender is awarded to a bid, with the reason", async () => {
      await page.getByRole("button", { name: "Award" }).click();
      const dialog = page.getByRole("dialog", { name: "Award" });
      await dialog.getByRole("combobox").selectOption({ index: 1 });
      await dialog.getByLabel("Reason").fill("الجودة أولى");
      // The dialog closes before the award is answered.
      const answered = page.waitForResponse(/\/award$/);
      await dialog.getByRole("button", { name: "Award" }).click();
      await answered;
      await dialog.waitFor({ state: "detached" });
      await page.waitForFunction(() => document.querySelector("dialog[open]") === null);
      assert.deepEqual(kept.get("award"), { bid_id: "b2", reason: "الجودة أولى" });
    });

    await t.step("a supplier's record grows, and a report is a file", async () => {
      await page.goto("/procurement?view=suppliers&supplier=s1");
      const dialog = page.getByRole("dialog", { name: "شركة النخيل" });
      await dialog.getByText("Delivered late").first().waitFor();
      assert.deepEqual(await axeFaults(page), []);
      await dialog.getByLabel("Note").fill("في الموعد");
      const recorded = page.waitForResponse((response) => response.request().method() === "POST");
      await dialog.getByRole("button", { name: "Add to the record" }).click();
      await recorded;
      assert.deepEqual(kept.get("record"), { kind: "on_time_delivery", note: "في الموعد" });
      await page.goto("/procurement?view=reports");
      const file = page.getByRole("button", { name: "PDF: report.pdf" });
      assert.equal(await file.getAttribute("href"), "/api/procurement/api/v1/reports/p1/download");
      assert.deepEqual(await axeFaults(page), []);
    });
    assert.deepEqual(faults, []);
    await close();

    await t.step("who neither runs nor judges a tender sees no scores and no acts", async () => {
      const user = await signJwt(SECRET, { sub: "bilal", role: "user" });
      const other = await browser.open({ address: services.address, token: user, lang: "ar" });
      const before = services.asked.length;
      await other.page.goto(`/procurement?tender=${TENDER.id}`);
      await other.page.getByRole("table").waitFor();
      assert.equal(await other.page.locator(".page-head button").count(), 0);
      assert.ok(!services.asked.slice(before).some((line) => line.includes("evaluations")));
      assert.deepEqual(await axeFaults(other.page), []);
      assert.deepEqual(other.faults, []);
      await other.close();
    });
  },
});
