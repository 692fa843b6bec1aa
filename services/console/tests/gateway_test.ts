import assert from "node:assert/strict";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { ANSWERS, CALLS, KEY } from "./answers.ts";
import { axeFaults, launch, needsBrowser, open } from "./browser.ts";
import { fronted } from "./platform.ts";

Deno.test({
  ...needsBrowser("the gateway's page by mouse and keyboard"),
  async fn(t) {
    await using services = await fronted(ANSWERS);
    const browser = await launch();
    try {
      const admin = await signJwt(SECRET, { sub: "amal", role: "admin" });
      const { context, page, faults } = await open(browser, { address: services.address, token: admin });

      await t.step("spend leads down to the calls of a model", async () => {
        await page.goto("/gateway");
        await page.getByRole("link", { name: "echo" }).first().click();
        await page.waitForURL("**/gateway?view=calls&model=echo");
        assert.equal(await page.getByRole("searchbox", { name: "Model" }).inputValue(), "echo");
        await page.getByText(/2,000,000.? rows/).waitFor();
        assert.ok(services.asked.some((line) => line.includes("/costs?page=1&limit=100&model=echo")));
      });

      await t.step("two million rows are walked to the last by keyboard", async () => {
        const table = page.getByRole("region", { name: "Calls" });
        await table.focus();
        await page.keyboard.press("End");
        await page.locator(`tr[aria-rowindex="${CALLS + 1}"] td`).first().getByText("2026").waitFor();
        assert.ok(services.asked.some((line) => line.includes(`page=${CALLS / 100}&`)));
        await page.keyboard.press("Home");
        await page.locator('tr[aria-rowindex="2"] td').first().getByText("2026").waitFor();
      });

      await t.step("a key is made by keyboard alone, shown once, and the focus is back", async () => {
        await page.goto("/gateway?view=keys");
        await page.getByRole("button", { name: "New key" }).focus();
        await page.keyboard.press("Enter");
        const dialog = page.getByRole("dialog", { name: "New key" });
        await dialog.getByLabel("Name").focus();
        await page.keyboard.type("روبوت");
        await dialog.getByLabel("Budget, US dollars").focus();
        await page.keyboard.type("2.5");
        assert.deepEqual(await axeFaults(page), []);
        await page.keyboard.press("Enter");
        const shown = page.getByRole("dialog", { name: "Key", exact: true });
        assert.equal(await shown.getByRole("textbox").inputValue(), "dwn-shown-this-once");
        await page.keyboard.press("Escape");
        await shown.waitFor({ state: "detached" });
      });

      await t.step(
        "a key is revoked after a question, and a cancelled question changes nothing",
        async () => {
          await page.getByRole("link", { name: KEY.name }).click();
          const asked = (name: string) => services.asked.filter((line) => line.includes(name)).length;
          await page.getByRole("button", { name: "Revoke" }).click();
          const question = page.getByRole("dialog", { name: "Revoke" });
          await question.getByRole("button", { name: "Cancel" }).click();
          await question.waitFor({ state: "detached" });
          assert.equal(asked("/revoke"), 0);
          await page.getByRole("button", { name: "Revoke" }).click();
          await question.getByRole("button", { name: "Revoke" }).click();
          await page.getByText(/is revoked/).waitFor();
          assert.equal(asked("/revoke"), 1);
        },
      );

      await t.step("the playground streams two models beside each other", async () => {
        await page.goto("/gateway?view=playground");
        await page.getByLabel("Right model").selectOption("other");
        await page.getByLabel("Prompt", { exact: true }).fill("مرحبا");
        await page.keyboard.press("Control+Enter");
        for (const model of ["echo", "other"]) {
          await page.getByRole("region", { name: `Answer of \u2068${model}\u2069` }).getByText("مرحبا بكم")
            .waitFor();
        }
        assert.deepEqual(await axeFaults(page), []);
      });

      await t.step("a call is copied as code, for the port at which the gateway is", async () => {
        await context.grantPermissions(["clipboard-read", "clipboard-write"]);
        const prompt = "it's '''quoted'''";
        await page.getByLabel("Prompt", { exact: true }).fill(prompt);
        await page.getByRole("button", { name: "Python" }).click();
        await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes("json.loads"));
        const code = await page.evaluate(() => navigator.clipboard.readText());
        assert.match(code, new RegExp(`:${services.gatewayPort}/v1"`));
        // The same escapes mean the same in a string of JSON and of Python.
        const [, literal = ""] = /json\.loads\((".*")\)/.exec(code) ?? [];
        assert.equal(JSON.parse(JSON.parse(literal)).messages.at(-1).content, prompt);
      });

      for (const view of ["groups", "models", "audit"]) {
        await t.step(`${view} in both languages`, async () => {
          await page.goto(`/gateway?view=${view}`);
          await page.getByRole("table").first().waitFor();
          assert.deepEqual(await axeFaults(page), [], view);
          await page.getByRole("button", { name: "العربية" }).click();
          await page.locator('html[dir="rtl"]').waitFor();
          assert.deepEqual(await axeFaults(page), [], view);
          await page.getByRole("button", { name: "English" }).click();
        });
      }
      assert.deepEqual(faults, []);
      await context.close();

      await t.step("a plain user sees no keys, whatever the address says", async () => {
        const token = await signJwt(SECRET, { sub: "badr", role: "user" });
        const { context, page, faults } = await open(browser, { address: services.address, token });
        await page.goto("/gateway?view=keys");
        await page.getByRole("tab", { name: "My use" }).waitFor();
        assert.equal(await page.getByRole("tab", { name: "Keys" }).count(), 0);
        assert.deepEqual(faults, []);
        await context.close();
      });
    } finally {
      await browser.close();
    }
  },
});
