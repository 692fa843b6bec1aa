import assert from "node:assert/strict";
import { oidcVerifier, signJwt } from "lib/auth/auth.ts";
import { scripted, SECRET, testConsole } from "../console_fixture.ts";
import { holderOf } from "../server/credential.ts";
import { issuer } from "../server/issuer_fixture.ts";
import { ANSWERS } from "./answers.ts";
import { axeFaults } from "./axe.ts";
import { needsBrowser } from "./browser.ts";
import { fronted } from "./platform.ts";
import { testBrowser } from "./test_browser.ts";
import { TENDER } from "./procurement_answers.ts";

Deno.test({
  ...needsBrowser("the frame by mouse and keyboard, in both languages"),
  async fn(t) {
    await using services = await fronted(ANSWERS);
    await using browser = testBrowser();
    const { address } = services;
    const admin = await signJwt(SECRET, { sub: "amal", role: "admin" });

    await t.step("a pasted token signs in, a wrong one says why", async () => {
      const { page, faults, close } = await browser.open({ address });
      await page.goto("/guard?x=1");
      await page.getByLabel("Token or gateway key").fill("nonsense");
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("alert").waitFor();
      assert.match(await page.getByRole("alert").innerText(), /Invalid token/);
      assert.deepEqual(await axeFaults(page), []);
      await page.getByLabel("Token or gateway key").fill(admin);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: /Guard/ }).waitFor();
      assert.equal(new URL(page.url()).search, "?x=1");
      // The refusal was asked for.
      assert.deepEqual(faults.filter((fault) => !fault.includes("401")), []);
      await close();
    });

    await t.step("in Arabic too", async () => {
      const { page, close } = await browser.open({ address, lang: "ar" });
      await page.goto("/sign-in");
      await page.getByLabel("رمز الدخول أو مفتاح البوابة").fill("nonsense");
      await page.keyboard.press("Enter");
      await page.getByRole("alert").getByText("رمز الدخول أو المفتاح غير صالح").waitFor();
      assert.deepEqual(await axeFaults(page), []);
      await close();
    });

    await t.step("the start's line signs in once, where the sign-in is shown already too", async () => {
      const { context, page, close } = await browser.open({ address });
      const line = `/sign-in#${services.invite()}`;
      await page.goto("/sign-in");
      await page.getByLabel("Token or gateway key").waitFor();
      await page.goto(line);
      await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
      await context.clearCookies();
      await page.goto(line);
      await page.getByRole("alert").getByText("This code was used").waitFor();
      assert.equal(new URL(page.url()).hash, "");
      await close();
    });

    await t.step("an issuer on another site signs in, and leads back to the page", async () => {
      const people = await issuer();
      const verify = oidcVerifier({ issuer: people.address, audience: "diwan", roleClaim: "role" });
      await using desk = await testConsole({
        oidc: { issuer: people.address, clientId: "diwan", scope: "openid" },
        holderOf: holderOf({ verify, gateway: people.address, hours: 1 }),
      });
      const front = scripted(desk.app.fetch);
      // The issuer's name is another one, so that its return is what strict cookies are kept from.
      const { page, close } = await browser.open({
        address: front.address.replace("127.0.0.1", "localhost"),
      });
      await page.goto("/guard?view=alerts");
      // A start prints no code then, and no token of the platform's own is taken.
      await page.getByText("Sign in with your organisation, or paste a token of it").waitFor();
      assert.doesNotMatch(await page.locator("main").innerText(), /deno task token|terminal/);
      await page.getByRole("button", { name: "Sign in with your organisation" }).click();
      await page.getByRole("heading", { level: 1, name: /Guard/ }).waitFor();
      assert.equal(new URL(page.url()).search, "?view=alerts");
      await page.getByRole("button", { name: /amal/ }).click();
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.waitForURL("**/sign-in");
      await close();
      await front.close();
      await people.close();
    });

    const { context, page, faults, close } = await browser.open({ address, token: admin });

    await t.step(
      "the palette finds pages in either language and opens them by keyboard alone",
      async () => {
        await page.goto("/");
        const deadline = page.getByRole("link", { name: new RegExp(`Bids for .*${TENDER.title}`) });
        assert.equal(await deadline.getAttribute("href"), `/procurement?tender=${TENDER.id}`);
        await page.getByRole("link", { name: /1.? document to review/ }).waitFor();
        await page.keyboard.press("Control+k");
        await page.getByRole("combobox", { name: "Search everything" }).fill("guar");
        // The views of a page that nobody has opened are there too, beneath it.
        await page.getByRole("option", { name: "Recognisers Guard" }).waitFor();
        assert.equal(await page.getByRole("option").first().innerText(), "Guard");
        await page.keyboard.press("Enter");
        await page.waitForURL("**/guard");
        await page.locator("#main:focus").waitFor();
      },
    );

    await t.step("the language changes without a reload, and back leads to the page before", async () => {
      await page.evaluate(() => Reflect.set(globalThis, "stays", true));
      await page.getByRole("button", { name: "العربية" }).click();
      await page.getByRole("heading", { level: 1, name: /الحارس/ }).waitFor();
      assert.equal(await page.evaluate(() => document.documentElement.dir), "rtl");
      await page.goBack();
      await page.getByRole("heading", { level: 1, name: "الرئيسية" }).waitFor();
      assert.equal(await page.evaluate(() => Reflect.get(globalThis, "stays")), true);
      await page.getByRole("button", { name: "English" }).click();
      await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
    });

    await t.step(
      "a service that stops is shown as such while the page stays, and when it is back",
      async () => {
        const rail = page.getByRole("navigation");
        services.stop("voice");
        await rail.getByRole("img", { name: "Away" }).waitFor();
        services.start("voice");
        await rail.getByRole("img", { name: "Away" }).waitFor({ state: "detached" });
      },
    );

    await t.step("seven tabs of one browser all get live news", async () => {
      const tabs = [];
      for (let tab = 0; tab < 7; tab++) {
        const more = await context.newPage();
        await more.goto("/guard");
        tabs.push(more);
      }
      for (const tab of tabs) await tab.getByRole("heading", { level: 1 }).getByText("Works").waitFor();
      for (const tab of tabs) await tab.close();
    });

    await t.step("signing out leads to the sign-in and covers the other tabs", async () => {
      const other = await context.newPage();
      await other.goto("/guard");
      await other.getByRole("heading", { level: 1 }).waitFor();
      await page.getByRole("button", { name: /amal/ }).click();
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.waitForURL("**/sign-in");
      await other.getByRole("dialog", { name: "Your session has ended" }).waitFor();
      assert.deepEqual(await axeFaults(other), []);
      await other.close();
    });

    assert.deepEqual(faults, []);
    await close();
  },
});
