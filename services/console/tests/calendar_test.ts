import assert from "node:assert/strict";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { ANSWERS } from "./answers.ts";
import { axeFaults, launch, needsBrowser, open } from "./browser.ts";
import { fronted } from "./platform.ts";

Deno.test({
  ...needsBrowser("dates stand in the calendar of one's choice, or in both, with digits of one's choice"),
  async fn() {
    await using services = await fronted(ANSWERS);
    const browser = await launch();
    try {
      const token = await signJwt(SECRET, { sub: "amal", role: "admin" });
      const { context, page, faults } = await open(browser, { address: services.address, token });
      const times = async () => (await page.locator("td time").first().innerText()).replace(/\u202f/g, " ");
      await page.goto("/gateway?view=calls");
      await page.locator("td time").first().waitFor();
      assert.equal(await times(), "22 Nov 2026, 13:00");
      await page.getByRole("button", { name: /amal/ }).click();
      await page.getByLabel("Calendar").selectOption({ label: "Gregorian and Hijri" });
      assert.match(await times(), /^22 Nov 2026, 13:00 \(12 .*1448 AH\)$/);
      await page.getByLabel("Calendar").selectOption({ label: "Hijri" });
      assert.match(await times(), /^12 .*1448 AH, 13:00$/);
      await page.getByLabel("Calendar").selectOption({ label: "Gregorian and Hijri" });
      // The choice lasts.
      await page.reload();
      await page.locator("td time").first().waitFor();
      assert.match(await times(), /\(12 .*1448 AH\)$/);
      await page.getByRole("button", { name: "العربية" }).click();
      assert.match(await times(), /^22 نوفمبر 2026، 1:00 م \(12 جمادى الآخرة 1448 هـ\)$/);
      await page.getByRole("button", { name: /amal/ }).click();
      await page.getByLabel("الأرقام").selectOption({ label: "١٢٣" });
      assert.match(await times(), /^٢٢ نوفمبر ٢٠٢٦، ١:٠٠ م \(١٢ جمادى الآخرة ١٤٤٨ هـ\)$/);
      assert.deepEqual(await axeFaults(page), []);
      assert.deepEqual(faults, []);
      await context.close();
    } finally {
      await browser.close();
    }
  },
});
