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
    "a failure in a dialog is told upon it, with the request's id, and the form keeps its text",
  ),
  async fn() {
    await using services = await fronted(ANSWERS);
    await using browser = testBrowser();
    const token = await signJwt(SECRET, { sub: "amal", role: "admin" });
    const { page, close } = await browser.open({ address: services.address, token, lang: "ar" });
    await page.goto("/gateway?view=groups");
    await page.getByRole("button", { name: "فريق جديد" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("الاسم").fill("فريق لم يُحفظ");
    services.stop("gateway");
    await dialog.getByRole("button", { name: "حفظ" }).click();
    const message = dialog.locator(".toast.failed");
    await message.waitFor();
    assert.match(await message.innerText(), /الطلب \S+/);
    // Nothing covers it: a message behind the dialog was a blur, and its button was dead.
    const onTop = await message.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return hit !== null && element.contains(hit);
    });
    assert.equal(onTop, true);
    assert.deepEqual(await axeFaults(page), []);
    assert.equal(await dialog.getByLabel("الاسم").inputValue(), "فريق لم يُحفظ");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.locator(".toast.failed").getByRole("button", { name: "إغلاق" }).click();
    await page.locator(".toast.failed").waitFor({ state: "detached" });
    await close();
  },
});
