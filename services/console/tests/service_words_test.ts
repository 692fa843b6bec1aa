import assert from "node:assert/strict";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { ANSWERS } from "./answers.ts";
import { axeFaults } from "./axe.ts";
import { needsBrowser } from "./browser.ts";
import { fronted } from "./platform.ts";
import { testBrowser } from "./test_browser.ts";

const DETAIL =
  "only the built-in models answer: set OPENAI_API_KEY, another provider's key or GATEWAY_CONFIG";

Deno.test({
  ...needsBrowser(
    "in Arabic pages the closed sets and failures of services are in Arabic, free text as it is",
  ),
  async fn() {
    const gateway = {
      ...ANSWERS.gateway,
      dependencies: { providers: { status: "not_configured", latency_ms: 0, detail: DETAIL } },
    };
    const refused = Response.json({ error: "Report not found" }, { status: 404 });
    const guard = { ...ANSWERS.guard, "GET /api/v1/compliance/reports/gone": () => refused.clone() };
    await using services = await fronted({ ...ANSWERS, gateway, guard });
    await using browser = testBrowser();
    const token = await signJwt(SECRET, { sub: "amal", role: "admin" });
    const { page, faults, close } = await browser.open({ address: services.address, token, lang: "ar" });
    const text = async () => (await page.locator("main").innerText()).replace(/[\u2066-\u2069]/g, "");
    await page.goto("/gateway?view=audit");
    await page.getByText("أُنشئ فريق").waitFor();
    assert.match(await text(), /نجح/);
    await page.getByText("غير مُعدّ:").click();
    assert.match(
      await text(),
      /غير مُعدّ: المزوّدون\s+المزوّدون\s+لا تجيب إلا النماذج المدمجة: اضبط OPENAI_API_KEY، مفتاح مزوّد آخر أو GATEWAY_CONFIG/,
    );
    await page.goto("/gateway?view=models&model=echo");
    await page.getByText("الأول في الترتيب").waitFor();
    await page.goto("/guard?view=alerts");
    await page.getByText("تسريب").first().waitFor();
    await page.locator(".waiting").first().waitFor({ state: "detached" });
    assert.match(await text(), /تسريب: نصوص فيها بيانات شخصية، 5 خلال 10 د/);
    await page.goto("/guard?view=audit");
    await page.locator("td").getByText("تغيير سياسة").waitFor();
    assert.deepEqual(await axeFaults(page), []);
    await page.goto("/guard?view=reports&report=gone");
    await page.getByRole("alert").waitFor();
    assert.match(await text(), /غير موجود: Report not found/);
    assert.deepEqual(faults.filter((fault) => !fault.includes("404")), []);
    await close();
  },
});
