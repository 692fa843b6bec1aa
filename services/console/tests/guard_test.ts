import assert from "node:assert/strict";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { ANSWERS } from "./answers.ts";
import { axeFaults } from "./axe.ts";
import { needsBrowser } from "./browser.ts";
import { fronted } from "./platform.ts";
import { testBrowser } from "./test_browser.ts";
import { show } from "./views.ts";

Deno.test({
  ...needsBrowser("the guard's page by mouse and keyboard"),
  async fn(t) {
    const kept: unknown[] = [];
    const guard = {
      ...ANSWERS.guard,
      "POST /api/v1/policies": async (request: Request) => {
        kept.push(await request.json());
        return {};
      },
      "PUT /api/v1/policies/p1": async (request: Request) => {
        kept.push(await request.json());
        return {};
      },
    };
    await using services = await fronted({ ...ANSWERS, guard });
    await using browser = testBrowser();
    const admin = await signJwt(SECRET, { sub: "amal", role: "admin" });
    const { page, faults, close } = await browser.open({
      address: services.address,
      token: admin,
      lang: "ar",
    });

    await t.step("personal data is marked as it is typed, the policies judge on request", async () => {
      await page.goto("/guard?view=trial");
      await page.getByLabel("النص", { exact: true }).fill(
        "للتواصل amal@example.com".replace("للتواصل", "راسلني"),
      );
      const marked = page.getByRole("region", { name: "النص المعلَّم" });
      assert.equal(await marked.locator("mark").innerText(), "amal@example.com");
      await page.getByRole("button", { name: "افحص وفق السياسات" }).click();
      await page.getByText("مرفوض").waitFor();
      assert.deepEqual(await axeFaults(page), []);
    });

    await t.step(
      "a policy is tested before it is saved, and what the form does not show stays in its rule",
      async () => {
        await page.goto("/guard?view=policies");
        await page.getByRole("link", { name: "وثائق سرية" }).click();
        const dialog = page.getByRole("dialog", { name: "السياسة", exact: true });
        await dialog.getByLabel(/عيّنة/).fill("هذه وثيقة سري للغاية");
        await dialog.getByText(/ستطابق/).waitFor();
        assert.deepEqual(await axeFaults(page), []);
        await dialog.getByRole("button", { name: "حفظ" }).click();
        await dialog.waitFor({ state: "detached" });
        const [saved] = kept;
        assert.deepEqual(saved, {
          ...{
            name: "وثائق سرية",
            description: "",
            rule_type: "keyword",
            action: "block",
            is_active: true,
            mode: "shadow",
            priority: 100,
          },
          scope: { products: ["agents"], keys: [], teams: [], models: [], users: [] },
          rule_config: '{"keywords":["سري للغاية"],"match":"word"}',
        });
      },
    );

    await t.step("a deleted policy comes back by Undo", async () => {
      await page.getByRole("link", { name: "وثائق سرية" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "حذف" }).click();
      await page.getByRole("dialog", { name: "وثائق سرية" }).getByRole("button", { name: "حذف" }).click();
      const restored = page.waitForResponse((response) =>
        response.request().method() === "POST" && response.url().endsWith("/policies/p1/rollback")
      );
      await page.getByRole("button", { name: "تراجع" }).click();
      await restored;
      await page.getByRole("button", { name: "تراجع" }).waitFor({ state: "detached" });
    });

    // Axe sees these views in pages_test.ts.
    for (const view of ["overview", "recognisers", "alerts", "reports", "audit"]) {
      await t.step(`${view} has what the guard says and no fault`, async () => {
        await show(page, `/guard?view=${view}`);
        await page.getByRole("table").first().waitFor({ state: "attached" });
      });
    }

    await t.step("the chain is proved", async () => {
      await page.getByRole("button", { name: "إثبات السلسلة" }).click();
      await page.getByText(/السلسلة سليمة/).waitFor();
    });
    assert.deepEqual(faults, []);
    await close();
  },
});
