import assert from "node:assert/strict";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { ANSWERS } from "./answers.ts";
import { axeFaults } from "./axe.ts";
import { needsBrowser } from "./browser.ts";
import { fronted } from "./platform.ts";
import { testBrowser } from "./test_browser.ts";

Deno.test({
  ...needsBrowser("the settings of the platform by mouse and keyboard"),
  async fn(t) {
    await using services = await fronted(ANSWERS);
    await using browser = testBrowser();
    const { address } = services;
    const admin = await signJwt(SECRET, { sub: "amal", role: "admin" });
    const { page, faults, close } = await browser.open({ address, token: admin });
    const table = (name: string) => page.getByRole("region", { name, exact: true });

    await t.step("settings tell their origin, one row for all services, and no secret", async () => {
      await page.goto("/settings");
      await table("Versions").getByText("embedded, Postgres").first().waitFor();
      await page.getByRole("tab", { name: "Effective settings" }).click();
      const row = (name: string) => table("Effective settings").getByRole("row", { name });
      await row("JWT_SECRET").getByText("set, not shown").waitFor();
      await row("JWT_SECRET").getByText("Secret file").waitFor();
      await row("DOCUMENTS_RETENTION_DAYS").getByText("File .env").waitFor();
      assert.equal(await row("HOST").count(), 2, "one of the services, one of the console");
    });

    await t.step("filters are in the address, and the way back undoes them", async () => {
      await page.getByRole("searchbox").fill("retention");
      await page.getByLabel("Only those that were set").check();
      await page.getByText(/2.? rows/).waitFor();
      assert.equal(new URL(page.url()).search, "?view=effective&search=retention&changed=yes");
      await page.getByRole("combobox", { name: "Service" }).selectOption("guard");
      await page.getByText(/1.? row/).waitFor();
      await page.goBack();
      await page.getByText(/2.? rows/).waitFor();
    });

    await t.step(
      "providers are asked once for a click, by keyboard alone, and told with a remedy",
      async () => {
        await page.getByRole("tab", { name: "Effective settings" }).focus();
        await page.keyboard.press("ArrowRight");
        await page.getByRole("button", { name: "Test all providers" }).focus();
        await page.keyboard.press("Enter");
        const row = (name: string) => table("Providers").getByRole("row", { name });
        await row("openai").getByText("Answers").waitFor();
        await row("anthropic").getByText(/Correct .*ANTHROPIC_API_KEY/).waitFor();
        await row("vllm").getByText("Cannot be reached").waitFor();
        assert.equal(services.asked.filter((line) => line.includes("providers/check")).length, 1);
        assert.deepEqual(await axeFaults(page), []);
      },
    );

    await t.step("people stand once for each role, with the services that saw them", async () => {
      await page.getByRole("tab", { name: "People" }).click();
      await page.getByText(/9.? rows/).waitFor();
      const row = table("People").getByRole("row", { name: "amal" });
      await row.getByText(/Gateway, Procurement.*and Guard/).waitFor();
      await page.getByRole("combobox", { name: "Role" }).selectOption("admin");
      await page.getByText(/1.? row/).waitFor();
    });

    await t.step("retention and backups are told, and how a backup is put back", async () => {
      await page.getByRole("tab", { name: "Data and backups" }).click();
      await table("Backups of the database").getByText("deno task restore 2026-11-21T063000Z").waitFor();
      assert.equal(await table("Backups of the database").getByRole("row").count(), 2);
      const kept = table("What is kept, and how long");
      await kept.getByRole("row", { name: "AUDIT_RETENTION_DAYS" }).getByText("365").waitFor();
      await kept.getByRole("row", { name: "GATEWAY_RESPONSES_DAYS" }).getByText("Not kept").waitFor();
      await kept.getByRole("row", { name: "GATEWAY_RETENTION_DAYS" }).getByText("For ever").waitFor();
    });

    await t.step("packages are found with their licences", async () => {
      await page.getByRole("tab", { name: "Licences" }).click();
      await page.getByRole("searchbox").fill("preact");
      await table("Licences").getByRole("row", { name: "preact 11" }).getByText("MIT").waitFor();
    });

    await t.step("a service that is away is named, and the others are told of", async () => {
      services.stop("voice");
      await page.getByRole("tab", { name: "Effective settings" }).click();
      await page.getByText(/Did not answer: .*Voice/).waitFor();
      await table("Effective settings").getByText("AUDIT_RETENTION_DAYS", { exact: true }).waitFor();
      services.start("voice");
    });
    // The stopped service was asked on purpose.
    assert.deepEqual(faults.filter((fault) => !fault.includes("503")), []);
    await close();

    await t.step("who is no admin sees none of it, and is refused by the console itself", async () => {
      for (const role of ["manager", "user"] as const) {
        const token = await signJwt(SECRET, { sub: "badr", role });
        const asked = services.asked.length;
        const { context, page, faults, close } = await browser.open({ address, token });
        await page.goto("/settings?view=effective");
        await page.getByRole("tab", { name: "Licences" }).waitFor();
        assert.deepEqual(await page.getByRole("tab").allInnerTexts(), ["Overview", "Licences"]);
        const refused = await context.request.get("/api/console/settings");
        assert.equal(refused.status(), 403);
        assert.deepEqual(services.asked.slice(asked).filter((line) => line.includes("settings")), []);
        assert.deepEqual(faults, []);
        await close();
      }
    });
  },
});
