import assert from "node:assert/strict";
import { ANSWERS, KEY } from "./answers.ts";
import { axeFaults } from "./axe.ts";
import { needsBrowser } from "./browser.ts";
import { fronted } from "./platform.ts";
import { testBrowser } from "./test_browser.ts";

const SPENT = { spent_usd: 12, since: "2026-11-01T00:00:00.000Z", renews_at: "2026-12-01T00:00:00.000Z" };
const OWN = {
  ...KEY,
  team: {
    name: "فريق الخدمات",
    rate_limit: null,
    budget: { limit_usd: 300, period: "monthly" },
    spending: SPENT,
  },
  self_service: { keys: 2, budget: { limit_usd: 20, period: "monthly" } },
};
const MADE = {
  ...KEY,
  id: "01a202d2-bbee-71fd-9a0c-84d8fa31f3aa",
  name: "notebook",
  spending: null,
  budget: null,
};

Deno.test({
  ...needsBrowser("who signs in with a key sees what is left of its budgets, and makes and revokes own keys"),
  async fn(t) {
    const asked: unknown[] = [];
    let made = [MADE];
    const gateway = {
      ...ANSWERS.gateway,
      // The sign-in takes it for an admin's key otherwise.
      "GET /governance/teams": () => Response.json({ error: {} }, { status: 403 }),
      "GET /my/key": OWN,
      "GET /my/keys": () => ({ data: made }),
      "POST /my/keys": async (request: Request) => {
        asked.push(await request.json());
        made = [{ ...MADE, id: "01a202d2-bbee-71fd-9a0c-84d8fa31f3ab", name: "script" }, ...made];
        return Response.json({ ...MADE, key: "dwn-shown-this-once" }, { status: 201 });
      },
      [`POST /my/keys/${MADE.id}/revoke`]: () => {
        made = made.map((key) => key.id === MADE.id ? { ...key, status: "revoked" } : key);
        return { ...MADE, status: "revoked" };
      },
    };
    await using services = await fronted({ ...ANSWERS, gateway });
    await using browser = testBrowser();
    const signed = { address: services.address, token: "dwn-a-holders-key" };
    const { page, faults, close } = await browser.open(signed);
    await page.goto("/gateway");

    await t.step("the budgets of the key and its team", async () => {
      await page.getByRole("tab", { name: "My use" }).waitFor();
      await page.getByText(/left\. Each may/).waitFor();
      const text = (await page.locator("main").innerText()).replace(/[\u2066-\u2069]/g, "");
      assert.match(text, /\$2\.10 of \$2\.50/);
      assert.match(text, /\$12\.00 of \$300\.00/);
      assert.match(text, /1 of 2 left\. Each may spend \$20\.00 at most/);
      assert.deepEqual(await axeFaults(page), []);
    });

    await t.step(
      "a key is made by the keyboard and shown once, and no more than the team allows",
      async () => {
        await page.getByRole("button", { name: "New key" }).focus();
        await page.keyboard.press("Enter");
        await page.getByRole("dialog").getByLabel("Name").fill("script");
        await page.keyboard.press("Enter");
        const shown = page.getByRole("dialog", { name: "Key", exact: true });
        assert.equal(await shown.getByRole("textbox").inputValue(), "dwn-shown-this-once");
        assert.deepEqual(await axeFaults(page), []);
        await page.keyboard.press("Escape");
        await shown.waitFor({ state: "detached" });
        assert.deepEqual(asked, [{ name: "script" }]);
        await page.getByText(/0\W* of \W*2\W* left/).waitFor();
        assert.equal(await page.getByRole("button", { name: "New key" }).count(), 0);
      },
    );

    await t.step("revoking one makes room for another", async () => {
      await page.getByRole("button", { name: "Revoke notebook" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
      await page.getByText(/1\W* of \W*2\W* left/).waitFor();
      await page.getByRole("button", { name: "New key" }).waitFor();
    });
    assert.deepEqual(faults, []);
    await close();

    await t.step("in Arabic and the dark, of a team that allows none", async () => {
      Object.assign(gateway, { "GET /my/key": { ...OWN, self_service: null } });
      const other = await browser.open({ ...signed, lang: "ar", dark: true });
      await other.page.goto("/gateway");
      await other.page.getByRole("heading", { name: /ميزانية الفريق/ }).waitFor();
      assert.equal(await other.page.getByText("مفاتيح أنشأتها").count(), 0);
      assert.deepEqual(await axeFaults(other.page), []);
      assert.deepEqual(other.faults, []);
      await other.close();
    });
  },
});
