import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { ANSWERS } from "./answers.ts";
import { axeFaults } from "./axe.ts";
import { needsBrowser } from "./browser.ts";
import { fronted } from "./platform.ts";
import { testBrowser } from "./test_browser.ts";

const EVENTS = 230;

/** Audit events, the newest first; every tenth has no model. */
function events(request: Request) {
  const query = new URL(request.url).searchParams;
  const first = (Number(query.get("page")) - 1) * Number(query.get("limit"));
  const data = Array.from({ length: Math.min(Number(query.get("limit")), EVENTS - first) }, (_, index) => {
    const n = first + index;
    return {
      ...{ id: String(n), timestamp: new Date(Date.UTC(2026, 10, 22) - n * 60_000).toISOString() },
      ...{ actor: `user:${(n * 7) % EVENTS}`, action: "chat", outcome: "success", resource: null },
      ...{
        provider: null,
        model: n % 10 === 0 ? null : "=echo",
        request_id: "r",
        ip: "10.0.0.1",
        detail: null,
      },
    };
  });
  return { data, total: EVENTS };
}

/** The lines of the file that a click on `button` saves. */
async function csvBy(page: Page, button: Locator): Promise<string[]> {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  const text = await Deno.readTextFile(await download.path());
  return text.replace("\uFEFF", "").trimEnd().split("\r\n");
}

const heads = (page: Page, name: string) =>
  page.getByRole("region", { name }).getByRole("columnheader").allInnerTexts();
const firstOf = (page: Page, name: string, column: number) =>
  page.getByRole("region", { name }).locator("tbody tr").first().locator("td").nth(column).innerText();

Deno.test({
  ...needsBrowser("tables: columns, order, file and link, by mouse and keyboard"),
  async fn(t) {
    await using services = await fronted({
      ...ANSWERS,
      gateway: { ...ANSWERS.gateway, "GET /logs/events": events },
    });
    await using browser = testBrowser();
    const token = await signJwt(SECRET, { sub: "amal", role: "admin" });
    const { context, page, faults, close } = await browser.open({ address: services.address, token });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);

    await t.step("columns are chosen by keyboard alone, and stand in the address", async () => {
      await page.goto("/gateway?view=audit&actor=user");
      await page.getByText(/230.? rows/).waitFor();
      assert.deepEqual(await heads(page, "Audit"), [
        "Time",
        "Actor",
        "Action",
        "Outcome",
        "Model",
        "Resource",
      ]);
      await page.getByRole("button", { name: "Columns: Audit" }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("checkbox", { name: "Resource" }).focus();
      await page.keyboard.press("Space");
      await page.getByRole("checkbox", { name: "Address" }).focus();
      await page.keyboard.press("Space");
      assert.deepEqual(await axeFaults(page), []);
      await page.keyboard.press("Escape");
      assert.deepEqual(await heads(page, "Audit"), [
        "Time",
        "Actor",
        "Action",
        "Outcome",
        "Model",
        "Address",
      ]);
      assert.equal(
        new URL(page.url()).searchParams.get("audit.columns"),
        "time,actor,action,outcome,model,ip",
      );
    });

    await t.step("rows are sorted by any column, all of them and not those in view alone", async () => {
      const actor = page.getByRole("columnheader", { name: "Actor" });
      await actor.getByRole("button").focus();
      await page.keyboard.press("Enter");
      await page.locator('th[aria-sort="ascending"]').waitFor();
      await page.locator("tbody tr").first().getByText("user:0", { exact: true }).waitFor();
      await page.keyboard.press("Enter");
      await page.locator("tbody tr").first().getByText("user:229", { exact: true }).waitFor();
      assert.equal(new URL(page.url()).searchParams.get("audit.sort"), "-actor");
      // Rows without a value are last, whichever end is first.
      await page.getByRole("columnheader", { name: "Model" }).getByRole("button").click();
      await page.locator("tbody tr").first().getByText("=echo").waitFor();
      await actor.getByRole("button").click();
      await actor.getByRole("button").click();
    });

    await t.step("the file has all rows, the columns that are shown, and their order", async () => {
      const lines = await csvBy(page, page.getByRole("button", { name: "CSV: Audit" }));
      assert.equal(lines.length, EVENTS + 1);
      assert.equal(lines[0], "Time,Actor,Action,Outcome,Model,Address");
      assert.match(lines[1] ?? "", /^2026-11-2\dT[\d:.]+Z,user:229,chat,success,'=echo,10\.0\.0\.1$/);
    });

    await t.step("a link shows another person the same filters, columns and order", async () => {
      await page.getByRole("button", { name: "Copy link: Audit" }).click();
      await page.getByText("The link to this view is copied").waitFor();
      const link = await page.evaluate(() => navigator.clipboard.readText());
      const other = await browser.open({ address: services.address, token });
      await other.page.goto(link);
      await other.page.locator("tbody tr").first().getByText("user:229", { exact: true }).waitFor();
      assert.deepEqual(await heads(other.page, "Audit"), await heads(page, "Audit"));
      assert.equal(await other.page.getByRole("searchbox", { name: "Actor" }).inputValue(), "user");
      assert.deepEqual(other.faults, []);
      await other.close();
    });

    await t.step("the choice stays when the page is opened without it in its address", async () => {
      await page.goto("/gateway?view=audit");
      await page.getByText(/230.? rows/).waitFor();
      assert.ok((await heads(page, "Audit")).includes("Address"));
      assert.equal(await firstOf(page, "Audit", 1), "user:0");
    });

    await t.step("short tables have all of it too, and buttons are not written into the file", async () => {
      await page.goto("/gateway?view=models");
      const table = page.getByRole("region", { name: "Models" });
      await table.getByRole("row").nth(1).waitFor();
      const lines = await csvBy(page, page.getByRole("button", { name: "CSV: Models" }));
      assert.ok(!lines[0]?.includes("Dry run"), lines[0]);
      assert.match(lines[1] ?? "", /echo/);
      await table.getByRole("button", { name: "Model", exact: true }).click();
      await table.getByRole("button", { name: "Model", exact: true }).click();
      await page.locator("tbody tr").first().getByText("other").first().waitFor();
      await page.reload();
      await page.locator("tbody tr").first().getByText("other").first().waitFor();
      await page.getByRole("button", { name: "Columns: Models" }).click();
      await page.getByRole("checkbox", { name: "Provider" }).click();
      await page.getByRole("columnheader", { name: "Provider" }).waitFor({ state: "detached" });
    });

    await t.step(
      "two million rows are left in the service's order, which writes their file itself",
      async () => {
        await page.goto("/gateway?view=calls&calls.sort=model");
        await page.getByText(/2,000,000.? rows/).waitFor();
        assert.equal(await page.getByRole("columnheader").getByRole("button").count(), 0);
        const link = page.getByRole("button", { name: "CSV: Calls" });
        assert.match(await link.getAttribute("href") ?? "", /^\/api\/gateway\/costs\/export/);
      },
    );
    assert.deepEqual(faults, []);
    await close();
  },
});
