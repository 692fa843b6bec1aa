import assert from "node:assert/strict";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { ANSWERS } from "./answers.ts";
import { needsBrowser, VIEWPORT } from "./browser.ts";
import { fronted } from "./platform.ts";
import { testBrowser } from "./test_browser.ts";

Deno.test({
  ...needsBrowser(
    "a page that a test gives back keeps nothing for the next one, which sees only its own faults",
  ),
  async fn() {
    await using services = await fronted(ANSWERS);
    const { address } = services;
    const token = await signJwt(SECRET, { sub: "amal", role: "admin" });
    const first = testBrowser();
    const before = await first.open({ address, token, dark: true });
    await before.page.goto("/");
    await before.page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
    await before.page.evaluate(() => {
      localStorage.setItem("kept", "1");
      sessionStorage.setItem("kept", "1");
      document.cookie = "kept=1";
      reportError(new Error("a fault of the first"));
    });
    await before.page.setViewportSize({ width: 390, height: 860 });
    await before.context.newPage();
    // Left open, as by a test that fails.
    await first[Symbol.asyncDispose]();
    assert.match(before.faults.join(), /a fault of the first/);

    await using second = testBrowser();
    const { page, context, faults } = await second.open({ address });
    assert.equal(page, before.page);
    assert.deepEqual(context.pages(), [page]);
    assert.deepEqual(await context.cookies(), []);
    await page.goto("/");
    await page.getByLabel("Token or gateway key").waitFor();
    const left = await page.evaluate(() => [localStorage.getItem("kept"), sessionStorage.getItem("kept")]);
    assert.deepEqual(left, [null, null]);
    assert.deepEqual(page.viewportSize(), VIEWPORT);
    assert.equal(await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches), false);
    assert.deepEqual(faults, []);
  },
});
