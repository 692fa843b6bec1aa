/**
 * Every dialog and subview under axe: `DIALOGS=all deno task test services/console/tests/dialogs_test.ts`, three minutes.
 * The ordinary run looks at all views, and at dialogs where a page's own test opens them.
 */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { ANSWERS } from "./answers.ts";
import { axeFaults } from "./axe.ts";
import { needsBrowser } from "./browser.ts";
import { fronted } from "./platform.ts";
import { testBrowser } from "./test_browser.ts";
import { show, viewsOf } from "./views.ts";

// The other two of the four are in pages_test.ts.
const LOOKS = [{ lang: "en", dark: true }, { lang: "ar", dark: false }] as const;

// Rows of a table have the same buttons: those of the first stand for all.
const BUTTONS =
  "main :is(button[type=button], summary):not(.table-tools *, thead *, tbody tr + tr *, [role=tab], dialog *)";
const IN_DIALOG = "main dialog[open] button[type=button]";

/** Presses a button as a mouse does, though something may cover it, and waits until what it opened is there. */
async function press(page: Page, buttons: string, at: number): Promise<void> {
  await page.locator(buttons).nth(at).evaluate((button) => button instanceof HTMLElement && button.click());
  await page.evaluate(() =>
    new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(undefined))))
  );
  await page.locator(".waiting").first().waitFor({ state: "detached" });
}

/** The title of the dialog on top; undefined where none is open. */
async function titleOf(page: Page): Promise<string | undefined> {
  return (await page.locator("dialog[open] h2").allInnerTexts()).at(-1);
}

const nameOf = (button: Locator) => button.evaluate((one) => one.ariaLabel ?? one.textContent);

/** Presses each button of the dialog on top; what opens upon it is looked at. */
async function pressAll(
  buttons: string,
  where: string,
  { page, start, look }: { page: Page; start(): Promise<void>; look(where: string): Promise<void> },
): Promise<void> {
  const title = await titleOf(page);
  const count = await page.locator(buttons).count();
  for (let at = 0; at < Math.min(count, await page.locator(buttons).count()); at++) {
    await press(page, buttons, at);
    const next = await titleOf(page);
    if (next !== undefined && next !== title) await look(`${where}: ${next}`);
    if (next !== title) await start();
  }
}

const ALL = Deno.env.get("DIALOGS") === "all";
const here = needsBrowser(
  "axe finds nothing in any dialog and subview of any page, in both languages and themes",
);

Deno.test({
  ...here,
  ignore: here.ignore || !ALL,
  async fn(t) {
    await using services = await fronted(ANSWERS);
    await using browser = testBrowser();
    const token = await signJwt(SECRET, { sub: "amal", role: "admin" });
    const openers = new Map<string, number[]>();
    for (const { lang, dark } of LOOKS) {
      await t.step(`${lang}, ${dark ? "dark" : "light"}`, async () => {
        const signed = { address: services.address, token, lang, dark };
        const { page, faults, close } = await browser.open(signed);
        await page.goto("/");
        const seen = new Set<string>();
        const pressed = new Set<string>();
        const wrong: string[] = [];
        const look = async (where: string) => {
          if (seen.has(where)) return;
          seen.add(where);
          wrong.push(...(await axeFaults(page)).map((fault) => `${where}: ${fault}`));
        };
        for (const view of await viewsOf(page)) {
          const start = async () => {
            for (let open = await titleOf(page); open !== undefined; open = await titleOf(page)) {
              await page.locator("dialog[open] header > button").last().evaluate((button) =>
                button instanceof HTMLElement && button.click()
              );
              await page.locator("dialog[open] h2", { hasText: open }).first().waitFor({
                state: "detached",
              });
            }
            await show(page, view);
          };
          await start();
          const opened = await titleOf(page);
          await look(`${view} ${opened ?? ""}`);
          if (opened !== undefined) {
            await pressAll(IN_DIALOG, `${view.split("?")[0]} ${opened}`, { start, look, page });
            continue;
          }
          // Some buttons add others; the second look presses only what opened something at the first.
          const count = await page.locator(BUTTONS).count();
          const known = openers.get(view) ?? Array.from({ length: count }, (_, at) => at);
          const opening: number[] = [];
          for (const at of known) {
            if (at >= await page.locator(BUTTONS).count()) break;
            const name = `${view.split("?")[0]} ${await nameOf(page.locator(BUTTONS).nth(at))}`;
            if (pressed.has(name)) continue;
            pressed.add(name);
            await press(page, BUTTONS, at);
            const title = await titleOf(page);
            const where = `${view.split("?")[0]} ${title}`;
            if (title !== undefined) opening.push(at);
            if (title !== undefined && !seen.has(where)) {
              await look(where);
              const again = async () => {
                await start();
                await press(page, BUTTONS, at);
              };
              await pressAll(IN_DIALOG, where, { start: again, look, page });
            }
            if (title !== undefined || !page.url().endsWith(view)) await start();
          }
          openers.set(view, opening);
        }
        assert.deepEqual(wrong, []);
        // What a press asks of a scripted service that does not answer it is no fault of the page.
        const own = faults.filter((fault) => !/Failed to load resource|WebSocket connection/.test(fault));
        assert.deepEqual(own, []);
        assert.ok(seen.size > 110, `${seen.size} views and dialogs: ${[...seen].join("\n")}`);
        await close();
      });
    }
  },
});
