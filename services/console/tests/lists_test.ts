import assert from "node:assert/strict";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { POLICY } from "./guard_answers.ts";
import { needsBrowser } from "./browser.ts";
import { fronted } from "./platform.ts";
import { testBrowser } from "./test_browser.ts";

const TOTAL = 240;

const policy = (n: number) => ({ ...POLICY, id: `p${n}`, name: `Policy ${n}` });

const policies = (request: Request) => {
  const query = new URL(request.url).searchParams;
  const [skip, limit] = [Number(query.get("skip") ?? 0), Number(query.get("limit"))];
  const rows = Array.from(
    { length: Math.max(0, Math.min(limit, TOTAL - skip)) },
    (_, at) => policy(skip + at),
  );
  return Response.json(rows, { headers: { "x-total-count": String(TOTAL) } });
};

Deno.test({
  ...needsBrowser(
    "a list of more than a hundred says so and goes on; what is further down opens by its address",
  ),
  async fn() {
    await using services = await fronted({
      guard: { "GET /api/v1/policies": policies, "GET /api/v1/policies/p239": policy(239) },
    });
    await using browser = testBrowser();
    const token = await signJwt(SECRET, { sub: "amal", role: "admin" });
    const { page, close } = await browser.open({ address: services.address, token });
    await page.goto("/guard?view=policies");
    await page.locator(".more").getByText(/100.? of .?240/).waitFor();
    await page.getByRole("button", { name: "Show more" }).click();
    await page.locator(".more").getByText(/200.? of .?240/).waitFor();
    await page.getByRole("button", { name: "Show more" }).press("Enter");
    await page.getByRole("button", { name: "Show more" }).waitFor({ state: "detached" });
    assert.equal(await page.locator("tbody tr").count(), TOTAL);
    await page.goto("/guard?view=policies&policy=p239");
    const name = page.getByRole("dialog").getByLabel("Name");
    await name.waitFor();
    assert.equal(await name.inputValue(), "Policy 239");
    await close();
  },
});
