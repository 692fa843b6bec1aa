import assert from "node:assert/strict";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { ANSWERS, KEY } from "./answers.ts";
import { axeFaults } from "./axe.ts";
import { needsBrowser } from "./browser.ts";
import { fronted } from "./platform.ts";
import { testBrowser } from "./test_browser.ts";

Deno.test({
  ...needsBrowser("a key is changed by keyboard, and only what was changed is sent"),
  async fn() {
    const sent: unknown[] = [];
    await using services = await fronted({
      ...ANSWERS,
      gateway: {
        ...ANSWERS.gateway,
        [`PATCH /governance/virtual-keys/${KEY.id}`]: async (request: Request) => {
          sent.push(await request.json());
          return KEY;
        },
      },
    });
    await using browser = testBrowser();
    const token = await signJwt(SECRET, { sub: "amal", role: "admin" });
    const { page, faults, close } = await browser.open({ address: services.address, token });
    await page.goto(`/gateway?view=keys&key=${KEY.id}`);
    await page.getByRole("button", { name: "Edit the key" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Edit the key" });
    assert.equal(await dialog.getByLabel("Name").inputValue(), KEY.name);
    await dialog.getByLabel("Budget, US dollars").fill("12.5");
    await dialog.getByLabel("Models it may call").fill("gpt-5*, echo");
    await dialog.getByLabel("Expires").fill("2026-12-31T23:30");
    await dialog.getByText("More settings").click();
    await dialog.getByLabel("Answer equal requests").fill("60");
    await dialog.getByLabel("May ask to skip the guard").check();
    assert.deepEqual(await axeFaults(page), []);
    await dialog.getByRole("button", { name: "Save" }).press("Enter");
    await dialog.waitFor({ state: "detached" });
    assert.deepEqual(sent, [{
      budget: { limit_usd: 12.5, period: "daily" },
      allowed_models: ["gpt-5*", "echo"],
      // Riyadh is three hours ahead.
      expires_at: "2026-12-31T20:30:00.000Z",
      cache: { ttl_seconds: 60 },
      may_skip_guardrails: true,
    }]);
    assert.deepEqual(faults, []);
    await close();
  },
});
