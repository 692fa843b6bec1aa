import assert from "node:assert/strict";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { ANSWERS } from "./answers.ts";
import { needsBrowser } from "./browser.ts";
import { POLICY } from "./guard_answers.ts";
import { fronted } from "./platform.ts";
import { testBrowser } from "./test_browser.ts";

Deno.test({
  ...needsBrowser("a policy is switched at once, and back where the service refuses, with the reason"),
  async fn() {
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<Response>();
    await using services = await fronted({
      ...ANSWERS,
      guard: {
        ...ANSWERS.guard,
        "PUT /api/v1/policies/p1": () => {
          asked.resolve();
          return answer.promise;
        },
      },
    });
    await using browser = testBrowser();
    try {
      const token = await signJwt(SECRET, { sub: "amal", role: "admin" });
      const { page, close } = await browser.open({ address: services.address, token });
      await page.goto("/guard?view=policies");
      const box = page.getByRole("region", { name: "Policies" }).getByRole("checkbox");
      await box.waitFor();
      assert.equal(await box.isChecked(), POLICY.is_active);
      await box.click();
      await asked.promise;
      // The service has not answered yet.
      assert.equal(await box.isChecked(), !POLICY.is_active);
      answer.resolve(Response.json({ error: "Somebody changes it already" }, { status: 409 }));
      await page.locator(".toast.failed").getByText("Somebody changes it already").waitFor();
      assert.equal(await box.isChecked(), POLICY.is_active);
      await close();
    } finally {
      answer.resolve(Response.json(POLICY));
    }
  },
});
