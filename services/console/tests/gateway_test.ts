import assert from "node:assert/strict";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { ANSWERS, CALLS, KEY } from "./answers.ts";
import { axeFaults } from "./axe.ts";
import { needsBrowser } from "./browser.ts";
import { fronted } from "./platform.ts";
import { testBrowser } from "./test_browser.ts";
import { show } from "./views.ts";
import { REFUSED_USD } from "./price_answers.ts";

Deno.test({
  ...needsBrowser("the gateway's page by mouse and keyboard"),
  async fn(t) {
    await using services = await fronted(ANSWERS);
    await using browser = testBrowser();
    const admin = await signJwt(SECRET, { sub: "amal", role: "admin" });
    const { context, page, faults, close } = await browser.open({ address: services.address, token: admin });

    await t.step("spend leads down to the calls of a model", async () => {
      await page.goto("/gateway");
      await page.getByRole("link", { name: "echo" }).first().click();
      await page.waitForURL("**/gateway?view=calls&model=echo&start_time=*");
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

    await t.step(
      "a price is set by keyboard alone, refused at its field first, and taken back",
      async () => {
        const asked = (line: string) => services.asked.filter((one) => one.startsWith(line)).length;
        await page.goto("/gateway?view=calls&unpriced=true");
        await page.locator('tr[aria-rowindex="2"] td').first().click();
        await page.getByRole("dialog", { name: "A call" }).getByRole("link", { name: "Set a price" })
          .click();
        await page.getByRole("dialog", { name: /^Price of/ }).waitFor();
        await page.goto("/gateway?view=models&unpriced=true");
        const opener = page.getByRole("button", { name: "Set a price" });
        await opener.focus();
        await page.keyboard.press("Enter");
        const dialog = page.getByRole("dialog", { name: /^Price of/ });
        await dialog.getByLabel(/of the prompt, US dollars/).focus();
        await page.keyboard.type("0.5");
        await page.keyboard.press("Tab");
        await page.keyboard.type(REFUSED_USD);
        await page.keyboard.press("Enter");
        await dialog.getByText(/nine decimal places/).waitFor();
        const output = dialog.getByLabel(/of the answer, US dollars/);
        assert.ok(await output.evaluate((field) => field === document.activeElement));
        assert.deepEqual(await axeFaults(page), []);
        await page.keyboard.press("ControlOrMeta+a");
        await page.keyboard.type("2");
        await page.keyboard.press("Enter");
        await dialog.waitFor({ state: "detached" });
        await page.getByText(/price of .echo. is set/).waitFor();
        await page.getByText("Every model has a price").waitFor();
        await page.getByRole("button", { name: "Undo" }).click();
        await opener.waitFor();
        assert.equal(asked("gateway DELETE /governance/prices/echo/echo"), 1);
      },
    );

    await t.step(
      "a price that was set tells who did and what was before, and is removed in Arabic",
      async () => {
        await page.goto("/gateway?view=models");
        await page.getByRole("button", { name: "العربية" }).click();
        await page.getByRole("button", { name: "تحديد سعر" }).click();
        const dialog = page.getByRole("dialog", { name: /^سعر/ });
        await dialog.getByText("أسعار أخرى").click();
        await dialog.getByLabel("دقيقة صوت").fill("0.006");
        await dialog.getByRole("button", { name: "حفظ" }).click();
        await dialog.waitFor({ state: "detached" });
        const changing = page.getByRole("row", { name: /user:amal/ }).getByRole("button", {
          name: "تغيير السعر",
        });
        await changing.click();
        await dialog.getByText(/حدده .user:amal./).first().waitFor();
        assert.equal(await dialog.getByLabel("دقيقة صوت").inputValue(), "0.006");
        await dialog.getByText("الأسعار السابقة").click();
        await dialog.getByRole("listitem").first().getByText(/أزاله/).waitFor();
        assert.deepEqual(await axeFaults(page), []);
        await dialog.getByRole("button", { name: "إزالة السعر" }).click();
        await page.getByRole("button", { name: "تحديد سعر" }).waitFor();
        await page.getByRole("button", { name: "English" }).click();
      },
    );

    // Axe sees these views in pages_test.ts.
    for (const view of ["groups", "models", "audit"]) {
      await t.step(`${view} in both languages`, async () => {
        await show(page, `/gateway?view=${view}`);
        await page.getByRole("table").first().waitFor();
        await page.getByRole("button", { name: "العربية" }).click();
        await page.locator('html[dir="rtl"]').waitFor();
        await page.getByRole("table").first().waitFor();
        await page.getByRole("button", { name: "English" }).click();
      });
    }
    assert.deepEqual(faults.filter((fault) => !fault.includes("422")), []);
    await close();

    await t.step("a plain user sees no keys, whatever the address says", async () => {
      const token = await signJwt(SECRET, { sub: "badr", role: "user" });
      const { page, faults, close } = await browser.open({ address: services.address, token });
      await page.goto("/gateway?view=keys");
      await page.getByRole("tab", { name: "My use" }).waitFor();
      assert.equal(await page.getByRole("tab", { name: "Keys" }).count(), 0);
      const before = services.asked.length;
      await page.goto("/gateway?view=models&price=echo/echo");
      await page.getByRole("cell", { name: "other", exact: true }).waitFor();
      assert.equal(await page.getByRole("button", { name: /a price|the price/ }).count(), 0);
      assert.equal(await page.getByRole("dialog").count(), 0);
      assert.ok(services.asked.slice(before).every((line) => !line.includes("/governance/")));
      assert.deepEqual(faults, []);
      await close();
    });
  },
});
