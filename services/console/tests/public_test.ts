import assert from "node:assert/strict";
import { axeFaults } from "./axe.ts";
import { needsBrowser } from "./browser.ts";
import { fronted } from "./platform.ts";
import { testBrowser } from "./test_browser.ts";
import { OPEN_TENDER, VERDICT } from "./public_answers.ts";

const ID = VERDICT.certificate.certificate_id;
const VERIFY = `GET /api/v1/comply/certificates/${ID}/verify`;
const TENDERS = "GET /api/v1/public/tenders";

Deno.test({
  ...needsBrowser("anyone verifies a certificate and reads the open tenders, in both languages"),
  async fn(t) {
    await using services = await fronted({
      compliance: { [VERIFY]: VERDICT },
      procurement: { [TENDERS]: { tenders: [OPEN_TENDER], total: 1, total_is_exact: true } },
    });
    await using browser = testBrowser();
    const { address } = services;
    await t.step("the address of a certificate's code says that it holds", async () => {
      const { page, faults, close } = await browser.open({ address, lang: "ar", dark: true });
      await page.goto(`/verify?certificate=${ID}`);
      await page.getByText("صالحة: التوقيع سليم").waitFor();
      await page.getByText(VERDICT.certificate.system_name).waitFor();
      assert.deepEqual(await axeFaults(page), []);
      await page.getByRole("button", { name: "English" }).click();
      await page.getByText("Valid: the signature holds").waitFor();
      assert.equal(await page.title(), "Verify a certificate · Diwan");
      assert.deepEqual(await axeFaults(page), []);
      assert.deepEqual(faults, []);
      await close();
    });

    await t.step("a number is typed by keyboard; one that is none is told", async () => {
      const { page, close } = await browser.open({ address });
      await page.goto("/verify");
      await page.getByLabel("Number of the certificate").fill("DWN-1");
      await page.keyboard.press("Enter");
      await page.getByText("This is no number of a certificate").waitFor();
      await page.getByLabel("Number of the certificate").fill(` ${ID.toUpperCase()} `);
      await page.keyboard.press("Enter");
      await page.getByText("Valid: the signature holds").waitFor();
      assert.equal(new URL(page.url()).searchParams.get("certificate"), ID);
      await close();
    });

    await t.step("the open tenders are listed, searched and opened; a sign-in is a link away", async () => {
      const { page, faults, close } = await browser.open({ address });
      await page.goto("/tenders");
      await page.getByRole("button", { name: OPEN_TENDER.title }).waitFor();
      assert.deepEqual(await axeFaults(page), []);
      await page.getByLabel("Search").fill("حاسوب");
      await page.waitForURL(/search=/);
      await page.getByRole("button", { name: OPEN_TENDER.title }).click();
      const dialog = page.getByRole("dialog", { name: OPEN_TENDER.title });
      await dialog.getByText("ISO 9001 certificate").waitFor();
      assert.deepEqual(await axeFaults(page), []);
      await page.keyboard.press("Escape");
      assert.ok(
        services.asked.some((one) => one.startsWith(`procurement ${TENDERS}`) && one.includes("search=")),
      );
      assert.deepEqual(faults, []);
      await page.getByRole("link", { name: "Sign in" }).click();
      await page.getByLabel("Token or gateway key").waitFor();
      await close();
    });
  },
});

Deno.test({
  ...needsBrowser("an installation that publishes no tenders says how it would"),
  async fn() {
    await using services = await fronted();
    await using browser = testBrowser();
    const { page, close } = await browser.open({ address: services.address });
    await page.goto("/tenders");
    await page.getByText("PUBLIC_TENDERS").waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await close();
  },
});
