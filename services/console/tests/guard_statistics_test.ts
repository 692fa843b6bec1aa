import assert from "node:assert/strict";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { ANSWERS } from "./answers.ts";
import { axeFaults } from "./axe.ts";
import { needsBrowser } from "./browser.ts";
import { fronted } from "./platform.ts";
import { testBrowser } from "./test_browser.ts";

Deno.test({
  ...needsBrowser(
    "the guard's statistics: shares as they are, findings by type and category over a chosen time",
  ),
  async fn(t) {
    let hasFindings = true;
    const path = "GET /api/v1/monitoring/findings";
    const changed: unknown[] = [];
    const guard = {
      ...ANSWERS.guard,
      "PUT /api/v1/alerts/rules/r1": async (request: Request) => {
        changed.push(await request.json());
        return {};
      },
      [path]: () => hasFindings ? ANSWERS.guard?.[path] : { days: ["2026-11-22"], since: null, series: [] },
    };
    await using services = await fronted({ ...ANSWERS, guard });
    await using browser = testBrowser();
    const token = await signJwt(SECRET, { sub: "amal", role: "manager" });
    const signed = { address: services.address, token };

    await t.step("in Arabic by the keyboard", async () => {
      const { page, faults, close } = await browser.open({ ...signed, lang: "ar", dark: true });
      await page.goto("/guard");
      await page.getByRole("cell", { name: "الهوية الإماراتية" }).waitFor();
      await page.getByRole("cell", { name: "كراهية" }).waitFor();
      await page.getByText(/محسوب منذ/).waitFor();
      await page.getByLabel("المدة").focus();
      const answered = page.waitForResponse(/findings\?days=90/);
      await page.keyboard.press("ArrowDown");
      await page.waitForURL(/days=90/);
      await answered;
      await page.locator(".waiting").first().waitFor({ state: "detached" });
      assert.ok(services.asked.includes("guard GET /api/v1/monitoring/findings?days=90"));
      assert.deepEqual(await axeFaults(page), []);
      assert.deepEqual(faults, []);
      await close();
    });

    await t.step("a rule of alerts is changed by the keyboard, and what is not touched stays", async () => {
      const { page, faults, close } = await browser.open({ ...signed, lang: "ar" });
      await page.goto("/guard?view=alerts");
      await page.getByRole("link", { name: "تسريب" }).press("Enter");
      await page.getByLabel("المقارنة").selectOption("lte");
      await page.getByLabel("العتبة").fill("9");
      assert.deepEqual(await axeFaults(page), []);
      await page.getByLabel("العتبة").press("Enter");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      assert.deepEqual(changed, [{
        ...{ name: "تسريب", metric: "pii_detections", operator: "lte", threshold: 9 },
        ...{ window_minutes: 10, cooldown_minutes: 30, enabled: true },
      }]);
      assert.ok(!page.url().includes("rule="));
      assert.deepEqual(faults, []);
      await close();
    });

    await t.step("in English, with all numbers as a table", async () => {
      const { page, faults, close } = await browser.open(signed);
      await page.goto("/guard?days=7");
      const kinds = page.getByRole("region", { name: "Personal data by type" }).last();
      assert.match(await kinds.innerText(), /Emirates ID\s+10\s+25%/);
      assert.match(await kinds.innerText(), /CUSTOM STAFF\s+1\s+2\.5%/);
      const errors = page.locator(".stat", { hasText: "Errors" });
      assert.match(await errors.innerText(), /\b2%/, "the service says per cent");
      assert.deepEqual(await axeFaults(page), []);
      hasFindings = false;
      await page.reload();
      await page.getByText("Nothing was checked in this time").waitFor();
      assert.deepEqual(await axeFaults(page), []);
      assert.deepEqual(faults, []);
      await close();
    });
  },
});
