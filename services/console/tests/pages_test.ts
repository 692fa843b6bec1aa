import assert from "node:assert/strict";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { PAGES } from "../shared/pages.ts";
import { axeFaults, launch, needsBrowser, open } from "./browser.ts";
import { fronted } from "./platform.ts";
import { ANSWERS } from "./answers.ts";

Deno.test({
  ...needsBrowser("axe, the policy and the browser's console find nothing on any page"),
  async fn(t) {
    await using services = await fronted(ANSWERS);
    const browser = await launch();
    try {
      const token = await signJwt(SECRET, { sub: "amal", role: "admin" });
      // Each language and each theme once: all four would take twice the time and find the same.
      for (const { lang, dark } of [{ lang: "en", dark: false }, { lang: "ar", dark: true }] as const) {
        await t.step(`${lang}, ${dark ? "dark" : "light"}`, async () => {
          const { context, page, faults } = await open(browser, {
            address: services.address,
            token,
            lang,
            dark,
          });
          await page.goto("/");
          for (const { path } of PAGES) {
            await page.locator(`nav a[href="${path}"]`).click();
            await page.locator(`nav a[href="${path}"][aria-current]`).waitFor();
            await page.locator("main h1").waitFor();
            await page.locator(".waiting").first().waitFor({ state: "detached" });
            assert.deepEqual(await axeFaults(page), [], `${path} ${lang}`);
            assert.equal(
              await page.locator(".failure").count(),
              0,
              `${path} shows a failure: ${services.asked.at(-1)}`,
            );
          }
          assert.deepEqual(faults, []);
          await context.close();
        });
      }
    } finally {
      await browser.close();
    }
  },
});
