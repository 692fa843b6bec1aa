import assert from "node:assert/strict";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { ANSWERS } from "./answers.ts";
import { axeFaults } from "./axe.ts";
import { needsBrowser } from "./browser.ts";
import { GUARD, POLICY } from "./guard_answers.ts";
import { fronted } from "./platform.ts";
import { testBrowser } from "./test_browser.ts";

Deno.test({
  ...needsBrowser("policies have versions, an effect, a trial on what has passed, and files"),
  async fn(t) {
    const sent: unknown[] = [];
    const keep = (answer: unknown) => async (request: Request) => {
      sent.push(await request.json());
      return answer;
    };
    const guard = {
      ...GUARD,
      "POST /api/v1/policies/p1/rollback": keep(POLICY),
      "PUT /api/v1/policies/p1": keep(POLICY),
    };
    await using services = await fronted({ ...ANSWERS, guard });
    await using browser = testBrowser();
    const token = await signJwt(SECRET, { sub: "amal", role: "admin" });
    const signed = { address: services.address, token };
    const { page, faults, close } = await browser.open({ ...signed, lang: "ar", dark: true });

    await t.step("an earlier version is restored by the keyboard alone", async () => {
      await page.goto("/guard?view=policies");
      await page.getByRole("link", { name: "وثائق سرية" }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("tab", { name: "القاعدة" }).focus();
      await page.keyboard.press("ArrowLeft");
      await page.getByText("استدعاءات كانت ستخالفها (ظل)").waitFor();
      assert.deepEqual(await axeFaults(page), []);
      await page.keyboard.press("ArrowLeft");
      const restore = page.getByRole("button", { name: /استعادة الإصدار .*1/ });
      await restore.waitFor();
      assert.deepEqual(await axeFaults(page), []);
      await restore.focus();
      await page.keyboard.press("Enter");
      await page.getByText(/عاد الإصدار/).waitFor();
      assert.deepEqual(sent.splice(0), [{ version: 1 }]);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.waitForURL(({ search }) => search === "?view=policies");
    });

    await t.step("a policy in shadow is let take effect", async () => {
      await page.goto("/guard?view=policies&policy=p1&part=effect");
      await page.getByRole("button", { name: "تطبيقها" }).click();
      await page.getByText(/أصبحت .* مطبَّقة/).waitFor();
      assert.deepEqual(sent.splice(0), [{ mode: "enforce" }]);
    });

    await t.step("it is tried on the texts of the trail before it is saved", async () => {
      await page.goto("/guard?view=policies&policy=p1");
      await page.getByRole("button", { name: /جرّبها على آخر/ }).click();
      await page.getByText(/تطابق .* من/).waitFor();
      assert.deepEqual(await axeFaults(page), []);
    });

    await t.step("kinds of rules have forms of their own", async () => {
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("النوع").selectOption("pii");
      await dialog.getByLabel(/أنواع البيانات الشخصية/).fill("EMIRATES_ID\nEMAIL");
      await dialog.getByLabel("تُعامَل البيانات").selectOption("mask");
      await dialog.getByRole("button", { name: "حفظ" }).click();
      await dialog.waitFor({ state: "detached" });
      const [saved] = sent.splice(0);
      assert.deepEqual(saved, {
        ...{ name: POLICY.name, description: "", rule_type: "pii", action: "block", is_active: true },
        ...{ mode: "shadow", priority: 100, scope: POLICY.scope },
        rule_config: '{"handling":"mask","types":["EMIRATES_ID","EMAIL"]}',
      });
    });
    assert.deepEqual(faults, []);
    await close();

    await t.step("a YAML file shows what would change before it changes anything", async () => {
      const english = await browser.open(signed);
      const { page } = english;
      await page.goto("/guard?view=policies");
      assert.match(
        String(await page.getByRole("button", { name: "Export as YAML" }).getAttribute("href")),
        /policies\/export$/,
      );
      await page.getByRole("button", { name: "Import policies" }).click();
      await page.getByLabel("YAML").fill("format: diwan policies 1\npolicies: []\n");
      await page.getByRole("button", { name: "Show what would change" }).click();
      await page.getByText("Would be created").waitFor();
      assert.deepEqual(await axeFaults(page), []);
      await page.getByRole("button", { name: "Import", exact: true }).click();
      await page.getByText(/policies were created or changed/).waitFor();
      assert.deepEqual(english.faults, []);
      await english.close();
    });
  },
});
