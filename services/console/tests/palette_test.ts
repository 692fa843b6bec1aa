import assert from "node:assert/strict";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { ANSWERS } from "./answers.ts";
import { axeFaults } from "./axe.ts";
import { needsBrowser } from "./browser.ts";
import { fronted } from "./platform.ts";
import { testBrowser } from "./test_browser.ts";
import { TENDER } from "./procurement_answers.ts";

Deno.test({
  ...needsBrowser("the palette finds what all services have, by keyboard alone"),
  async fn(t) {
    await using services = await fronted(ANSWERS);
    await using browser = testBrowser();
    const token = await signJwt(SECRET, { sub: "amal", role: "admin" });
    const { page, faults, close } = await browser.open({ address: services.address, token });
    const box = page.getByRole("combobox", { name: "Search everything" });
    const searches = () => services.asked.filter((line) => line.includes("/tenders?page_size=5"));

    await t.step("letters that come quickly are one search, asked on the pause", async () => {
      await page.goto("/settings");
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.keyboard.press("Control+k");
      await box.waitFor();
      // In the page, since a busy machine may take longer between two keys than the pause that starts a search.
      await box.evaluate((input: HTMLInputElement) => {
        for (const letter of "tend") {
          input.value += letter;
          input.dispatchEvent(new InputEvent("input", { bubbles: true, data: letter }));
        }
      });
      await page.getByRole("group", { name: "Procurement" }).getByRole("option", { name: TENDER.title })
        .first().waitFor();
      assert.deepEqual(searches().map((line) => line.split("search=")[1]), ["tend"]);
    });

    await t.step("what is found stands by service, and axe finds nothing", async () => {
      for (const name of ["Documents", "Agents", "Compliance", "Gateway"]) {
        await page.getByRole("group", { name }).getByRole("option").first().waitFor();
      }
      await page.getByText(/\d+.? results/).waitFor();
      assert.deepEqual(await axeFaults(page), []);
    });

    await t.step("the arrows walk over all groups, and Enter opens the page of the thing", async () => {
      const option = page.getByRole("option", { name: TENDER.title }).first();
      const steps = await page.getByRole("option").count();
      for (let step = 0; step < steps; step++) {
        if (await option.getAttribute("aria-selected") === "true") break;
        await page.keyboard.press("ArrowDown");
      }
      const id = await option.getAttribute("id");
      assert.equal(await box.getAttribute("aria-activedescendant"), id);
      await page.keyboard.press("Enter");
      await page.waitForURL(`**/procurement?tender=${TENDER.id}`);
      await page.locator("#main:focus").waitFor();
    });

    await t.step("a service that is down is named, and the others are found all the same", async () => {
      services.stop("documents");
      await page.keyboard.press("Control+k");
      await box.fill("road");
      await page.getByText(/No answer: .*Documents/).waitFor();
      await page.getByRole("group", { name: "Procurement" }).getByRole("option").first().waitFor();
      services.start("documents");
      await page.keyboard.press("Escape");
      await box.waitFor({ state: "detached" });
    });

    await t.step("closed and opened again at once, it stands open and takes letters", async () => {
      await page.keyboard.press("Control+k");
      await box.waitFor();
      for (let round = 0; round < 5; round++) {
        await page.keyboard.press("Escape");
        await page.keyboard.press("Control+k");
        await page.keyboard.type(`${round}`);
        assert.equal(await box.inputValue(), `${round}`);
      }
      await page.keyboard.press("Escape");
      await box.waitFor({ state: "detached" });
    });

    await t.step("a text that is taken back is not asked for, and one letter neither", async () => {
      const before = services.asked.length;
      await page.keyboard.press("Control+k");
      await box.waitFor();
      await page.keyboard.type("q");
      await page.keyboard.press("Backspace");
      await page.getByRole("group", { name: "Pages" }).getByRole("option").first().waitFor();
      assert.deepEqual(services.asked.slice(before).filter((line) => line.includes("search=q")), []);
      await page.keyboard.press("Escape");
      await box.waitFor({ state: "detached" });
    });

    await t.step("in Arabic too", async () => {
      await page.getByRole("button", { name: "العربية" }).click();
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "البحث في كل شيء" }).fill("tender");
      await page.getByRole("group", { name: "المشتريات" }).getByText("مناقصة").first().waitFor();
      assert.deepEqual(await axeFaults(page), []);
    });
    assert.deepEqual(faults, []);
    await close();

    await t.step("who is no admin is not shown keys", async () => {
      const before = services.asked.length;
      const token = await signJwt(SECRET, { sub: "badr", role: "user" });
      const { page, close } = await browser.open({ address: services.address, token });
      await page.goto("/settings");
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox").fill("road");
      await page.getByRole("group", { name: "Procurement" }).getByRole("option").first().waitFor();
      assert.deepEqual(services.asked.slice(before).filter((line) => line.includes("governance")), []);
      await close();
    });
  },
});
