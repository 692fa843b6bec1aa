import assert from "node:assert/strict";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { ANSWERS, CALL } from "./answers.ts";
import { axeFaults } from "./axe.ts";
import { needsBrowser } from "./browser.ts";
import { fronted } from "./platform.ts";
import { testBrowser } from "./test_browser.ts";

Deno.test({
  ...needsBrowser("dates stand in the calendar of one's choice, or in both, with digits of one's choice"),
  async fn() {
    // Five minutes past midnight in the viewer's zone.
    const call = { ...CALL, timestamp: "2026-11-22T21:05:00.000Z" };
    await using services = await fronted({
      ...ANSWERS,
      gateway: { ...ANSWERS.gateway, "GET /costs": { data: [call], total: 1 } },
    });
    await using browser = testBrowser();
    const token = await signJwt(SECRET, { sub: "amal", role: "admin" });
    const { page, faults, close } = await browser.open({ address: services.address, token });
    const times = async () => (await page.locator("td time").first().innerText()).replace(/\u202f/g, " ");
    await page.goto("/gateway?view=calls");
    await page.locator("td time").first().waitFor();
    assert.equal(await times(), "23 Nov 2026, 00:05");
    await page.getByRole("button", { name: /amal/ }).click();
    await page.getByLabel("Calendar").selectOption({ label: "Gregorian and Hijri" });
    assert.match(await times(), /^23 Nov 2026, 00:05 \(13 .*1448 AH\)$/);
    await page.getByLabel("Calendar").selectOption({ label: "Hijri" });
    assert.match(await times(), /^13 .*1448 AH, 00:05$/);
    await page.getByLabel("Calendar").selectOption({ label: "Gregorian and Hijri" });
    // The choice lasts.
    await page.reload();
    await page.locator("td time").first().waitFor();
    assert.match(await times(), /\(13 .*1448 AH\)$/);
    await page.getByRole("button", { name: "العربية" }).click();
    assert.match(await times(), /^23 نوفمبر 2026، 12:05 ص \(13 جمادى الآخرة 1448 هـ\)$/);
    await page.getByRole("button", { name: /amal/ }).click();
    await page.getByLabel("الأرقام").selectOption({ label: "١٢٣" });
    assert.match(await times(), /^٢٣ نوفمبر ٢٠٢٦، ١٢:٠٥ ص \(١٣ جمادى الآخرة ١٤٤٨ هـ\)$/);
    assert.deepEqual(await axeFaults(page), []);
    assert.deepEqual(faults, []);
    await close();
  },
});
