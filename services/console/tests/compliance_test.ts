import assert from "node:assert/strict";
import { z } from "zod";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { ANSWERS } from "./answers.ts";
import { axeFaults } from "./axe.ts";
import { needsBrowser } from "./browser.ts";
import { COMPLIANCE, SYSTEM } from "./compliance_answers.ts";
import { fronted } from "./platform.ts";
import { testBrowser } from "./test_browser.ts";

const API = "/api/v1/comply";

Deno.test({
  ...needsBrowser("the compliance pages by mouse and keyboard"),
  async fn(t) {
    const kept = new Map<string, unknown>();
    const keep = (name: string, answer: unknown = {}) => async (request: Request) => {
      kept.set(name, await request.json());
      return answer;
    };
    const compliance = {
      ...COMPLIANCE,
      [`POST ${API}/assess`]: keep("assessed", { id: "r1", system_id: SYSTEM.id }),
      [`POST ${API}/systems/${SYSTEM.id}/evidence`]: keep("evidence"),
      [`POST ${API}/certificates/DWN-1/revoke`]: keep("revoked"),
      [`POST ${API}/certificate`]: () =>
        Response.json({ error: "2 requirements lack evidence" }, { status: 409 }),
    };
    await using services = await fronted({ ...ANSWERS, compliance });
    await using browser = testBrowser();
    const token = await signJwt(SECRET, { sub: "salem", role: "manager" });
    const { page, faults, close } = await browser.open({
      address: services.address,
      token,
      lang: "ar",
    });

    await t.step(
      "a system is assessed by keyboard, with the evidence that its framework asks for",
      async () => {
        await page.goto("/compliance");
        await page.getByRole("link", { name: SYSTEM.name }).waitFor();
        await page.getByRole("button", { name: "قيّم نظامًا" }).focus();
        await page.keyboard.press("Enter");
        const dialog = page.getByRole("dialog", { name: "قيّم نظامًا" });
        await dialog.getByLabel("النظام", { exact: true }).fill("بوابة");
        await dialog.getByLabel("مكان تشغيله").fill("KSA");
        await dialog.getByRole("checkbox", { name: "نظام حماية البيانات" }).focus();
        await page.keyboard.press("Space");
        await dialog.getByRole("checkbox", { name: "تُجاب الطلبات" }).focus();
        await page.keyboard.press("Space");
        assert.deepEqual(await axeFaults(page), []);
        await dialog.getByLabel("مكان تشغيله").focus();
        await page.keyboard.press("Enter");
        await page.waitForURL(`**/compliance?system=${SYSTEM.id}`);
        assert.deepEqual(kept.get("assessed"), {
          ...{
            system_name: "بوابة",
            system_type: "chatbot",
            risk_level: "limited",
            deployment_region: "KSA",
          },
          ...{ data_types: ["personal"], features: { has_rights: true } },
        });
        assert.ok(services.asked.some((line) => line.includes("/assess?lang=ar&framework_ids=ksa-pdpl")));
      },
    );

    await t.step(
      "questions of the EU AI Act are asked where it is chosen, and answers are sent",
      async () => {
        await page.goto("/compliance");
        await page.getByRole("button", { name: "قيّم نظامًا" }).click();
        const dialog = page.getByRole("dialog", { name: "قيّم نظامًا" });
        await dialog.getByLabel("النظام", { exact: true }).fill("بوابة");
        await dialog.getByLabel("مكان تشغيله").fill("EU");
        assert.equal(await dialog.getByLabel("تقييم اجتماعي").count(), 0);
        await dialog.getByRole("checkbox", { name: "القانون الأوروبي" }).check();
        await dialog.getByLabel("تقييم اجتماعي").selectOption("no");
        await dialog.getByLabel("أي استخدام من الملحق الثالث").selectOption("yes");
        await dialog.getByLabel("استغلال الضعف").selectOption("yes");
        await dialog.getByLabel("استغلال الضعف").selectOption("");
        assert.deepEqual(await axeFaults(page), []);
        await dialog.getByLabel("مكان تشغيله").focus();
        await page.keyboard.press("Enter");
        await page.waitForURL(`**/compliance?system=${SYSTEM.id}`);
        const { screening } = z.looseObject({ screening: z.unknown() }).parse(kept.get("assessed"));
        assert.deepEqual(screening, { social_scoring: "no", annex_iii: "yes" });
      },
    );

    await t.step("a system shows its trend, its gaps and what changed", async () => {
      await page.getByRole("region", { name: "عالية" }).getByText("حقوق صاحب البيانات").waitFor();
      await page.getByText("+30").waitFor();
      await page.locator(".plot canvas").waitFor();
      assert.deepEqual(await axeFaults(page), []);
    });

    await t.step("another target is asked of the service, and says when it is out of reach", async () => {
      await page.getByRole("slider", { name: "الهدف" }).focus();
      await page.keyboard.press("End");
      await page.getByText("لا أدلة تبلغ هذا الهدف.").waitFor();
      assert.ok(services.asked.some((line) => line.endsWith("/plan?target=100")));
    });

    await t.step("evidence is attached to a requirement", async () => {
      await page.getByRole("button", { name: "حقوق صاحب البيانات" }).click();
      const dialog = page.getByRole("dialog", { name: "حقوق صاحب البيانات" });
      await dialog.getByText("لا شيء مرفق.").waitFor();
      assert.deepEqual(await axeFaults(page), []);
      await dialog.getByLabel("ملاحظة").fill("محضر الاجتماع");
      const answered = page.waitForResponse((response) => response.request().method() === "POST");
      await page.keyboard.press("Enter");
      await answered;
      assert.deepEqual(kept.get("evidence"), {
        ...{ framework_id: "ksa-pdpl", requirement_id: "PDPL-4", kind: "note", note: "محضر الاجتماع" },
      });
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    });

    await t.step("a certificate that is not earned says what is missing", async () => {
      await page.getByRole("button", { name: "أصدر شهادة" }).click();
      const dialog = page.getByRole("dialog", { name: "أصدر شهادة" });
      await dialog.getByLabel("الجهة").fill("هيئة المدينة");
      await dialog.getByLabel("صادرة إلى").fill("الإدارة");
      await dialog.getByRole("button", { name: "أصدر شهادة" }).click();
      await dialog.getByText("2 requirements lack evidence").waitFor();
      assert.deepEqual(await axeFaults(page), []);
      await page.keyboard.press("Escape");
    });

    await t.step(
      "a certificate is verified and taken back; a framework is read in both languages",
      async () => {
        await page.goto("/compliance?view=certificates");
        await page.getByRole("button", { name: "تحقّق" }).click();
        await page.getByText(/التوقيع سليم/).waitFor();
        await page.getByRole("button", { name: "اسحب" }).click();
        const dialog = page.getByRole("dialog", { name: "اسحب" });
        await dialog.getByLabel("السبب").fill("تغيّر النظام");
        await dialog.getByRole("button", { name: "اسحب" }).click();
        await dialog.waitFor({ state: "detached" });
        assert.deepEqual(kept.get("revoked"), { reason: "تغيّر النظام" });
        assert.deepEqual(await axeFaults(page), []);
        await page.goto("/compliance?view=frameworks&framework=ksa-pdpl");
        await page.getByText("People know").waitFor();
        await page.getByText("يعلم الأفراد").waitFor();
        assert.deepEqual(await axeFaults(page), []);
      },
    );
    assert.deepEqual(faults.filter((fault) => !fault.includes("409")), []);
    await close();

    await t.step("who is no manager issues and takes back nothing", async () => {
      const user = await signJwt(SECRET, { sub: "bilal", role: "user" });
      const other = await browser.open({ address: services.address, token: user, dark: true });
      await other.page.goto(`/compliance?system=${SYSTEM.id}`);
      await other.page.getByRole("button", { name: "Assess again" }).waitFor();
      assert.equal(await other.page.getByRole("button", { name: "Issue a certificate" }).count(), 0);
      assert.deepEqual(await axeFaults(other.page), []);
      await other.page.goto("/compliance?view=certificates");
      await other.page.getByRole("button", { name: "Verify" }).waitFor();
      assert.equal(await other.page.getByRole("button", { name: "Revoke" }).count(), 0);
      assert.deepEqual(other.faults, []);
      await other.close();
    });
  },
});
