import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { PAGES } from "../shared/pages.ts";
import { axeFaults } from "./axe.ts";
import { needsBrowser } from "./browser.ts";
import { fronted } from "./platform.ts";
import { testBrowser } from "./test_browser.ts";
import { ANSWERS } from "./answers.ts";

/** Waits until the view that is open has its data, and tells what is wrong with it. */
async function faultsOf(page: Page, within?: string): Promise<string[]> {
  await page.locator(".waiting").first().waitFor({ state: "detached" });
  const failures = await page.locator(".failure").allInnerTexts();
  return [
    ...await axeFaults(page, within),
    ...failures.map((text) => `failure: ${text}`),
    ...await tooWide(page),
    ...await pointBack(page),
  ];
}

/** What stands beyond the edge of a telephone's screen; lists that scroll by themselves may. */
async function tooWide(page: Page): Promise<string[]> {
  const size = page.viewportSize();
  assert(size);
  await page.setViewportSize({ width: 390, height: size.height });
  const faults = await page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const { scrollWidth } = document.documentElement;
    return scrollWidth > innerWidth ? [`${scrollWidth} pixels wide on a screen of ${innerWidth}`] : [];
  });
  await page.setViewportSize(size);
  return faults;
}

/** Closed parts whose arrow does not point on in the language's direction. */
async function pointBack(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const rtl = document.documentElement.dir === "rtl";
    return [...document.querySelectorAll("details:not([open]) > summary")].filter((summary) =>
      new DOMMatrix(getComputedStyle(summary, "::after").transform).b > 0 !== rtl
    ).map(({ textContent }) => `arrow: ${textContent}`);
  });
}

Deno.test({
  ...needsBrowser("axe, the policy and the browser's console find nothing in any view of any page"),
  async fn(t) {
    await using services = await fronted(ANSWERS);
    await using browser = testBrowser();
    const token = await signJwt(SECRET, { sub: "amal", role: "admin" });
    // Each language and each theme once: all four would take twice the time and find the same.
    for (const { lang, dark } of [{ lang: "en", dark: false }, { lang: "ar", dark: true }] as const) {
      await t.step(`${lang}, ${dark ? "dark" : "light"}`, async () => {
        const { page, faults, close } = await browser.open({
          address: services.address,
          token,
          lang,
          dark,
        });
        await page.goto("/");
        for (const { path } of PAGES) {
          await page.locator(`nav a[href="${path}"]`).click();
          await page.locator(`nav a[href="${path}"][aria-current]`).waitFor();
          await page.locator("main h1").waitFor();
          assert.deepEqual(await faultsOf(page), [], `${path} ${lang}`);
          // The page itself lists its views, so that a new one is not forgotten; the first one is open.
          const views = page.locator("main [role=tablist]").first().locator("[role=tab]");
          for (let at = 1; at < await views.count(); at++) {
            await views.nth(at).click();
            await page.locator(
              `[role=tab][id="${await views.nth(at).getAttribute("id")}"][aria-selected=true]`,
            )
              .waitFor();
            // The frame around it is that of the page's first view.
            assert.deepEqual(
              await faultsOf(page, "main"),
              [],
              `${page.url()} ${lang}: ${services.asked.at(-1)}`,
            );
          }
        }
        assert.deepEqual(faults, []);
        await close();
      });
    }
  },
});
