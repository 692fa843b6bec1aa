import assert from "node:assert/strict";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { ANSWERS } from "./answers.ts";
import { axeFaults } from "./axe.ts";
import { needsBrowser } from "./browser.ts";
import { fronted } from "./platform.ts";
import { testBrowser } from "./test_browser.ts";
import { PROCUREMENT, TENDER } from "./procurement_answers.ts";

const PATH = `/api/v1/tenders/${TENDER.id}`;

Deno.test({
  ...needsBrowser("a tender is edited, its late bid admitted, its wording analysed, its changes read"),
  async fn(t) {
    const sent: unknown[] = [];
    const keep = async (request: Request) => {
      sent.push(await request.json());
      return TENDER;
    };
    const [bid] = Object(PROCUREMENT[`GET ${PATH}/bids`]);
    const procurement = {
      ...PROCUREMENT,
      [`GET ${PATH}`]: { ...TENDER, status: "open", closes_at: "2026-11-22T10:00:00.000Z" },
      [`GET ${PATH}/bids`]: [{ ...bid, status: "waiting", late: true }],
      [`PUT ${PATH}`]: keep,
      [`POST ${PATH}/bids/b1/admit`]: keep,
    };
    await using services = await fronted({ ...ANSWERS, procurement });
    await using browser = testBrowser();
    const token = await signJwt(SECRET, { sub: "amal", role: "admin" });
    const { page, faults, close } = await browser.open({
      address: services.address,
      token,
      lang: "ar",
      dark: true,
    });
    const dialog = page.getByRole("dialog");

    await t.step(
      "only what was changed is sent, the deadline with its reason, by keyboard alone",
      async () => {
        await page.goto(`/procurement?tender=${TENDER.id}`);
        await page.getByRole("button", { name: "تعديل المناقصة" }).focus();
        await page.keyboard.press("Enter");
        const deadline = dialog.getByLabel("الموعد النهائي");
        // The page's own zone is three hours ahead.
        assert.equal(await deadline.inputValue(), "2026-11-22T13:00");
        await deadline.fill("2026-12-06T13:00");
        await dialog.getByLabel("سبب تغيير الموعد").fill("طلب الموردون مهلة");
        assert.deepEqual(await axeFaults(page), []);
        await dialog.getByLabel("العنوان").focus();
        await page.keyboard.press("Enter");
        await dialog.waitFor({ state: "detached" });
        assert.deepEqual(sent.splice(0), [{
          deadline: "2026-12-06T10:00:00.000Z",
          reason: "طلب الموردون مهلة",
        }]);
        await page.getByRole("button", { name: "تعديل المناقصة" }).click();
        await dialog.getByLabel("المتطلبات").fill("ISO 9001\nضمان 36 شهرًا");
        await dialog.getByRole("button", { name: "حفظ" }).click();
        await dialog.waitFor({ state: "detached" });
        assert.deepEqual(sent.splice(0), [{ requirements: ["ISO 9001", "ضمان 36 شهرًا"] }]);
      },
    );

    await t.step("a late bid is admitted with a reason", async () => {
      await page.getByRole("button", { name: "اقبله" }).click();
      await dialog.getByLabel("السبب").fill("تعطل النظام");
      await dialog.getByRole("button", { name: "اقبله" }).click();
      await dialog.waitFor({ state: "detached" });
      assert.deepEqual(sent.splice(0), [{ reason: "تعطل النظام" }]);
    });

    await t.step("the analysis and the record are read", async () => {
      await page.getByRole("button", { name: "حلّل المناقصة" }).click();
      await page.getByText("لا موعد نهائي").waitFor();
      await page.getByText("سجل التغييرات").click();
      await page.getByText("تمديد", { exact: true }).waitFor();
      assert.deepEqual(await axeFaults(page), []);
    });
    assert.deepEqual(faults, []);
    await close();
  },
});
