import assert from "node:assert/strict";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { ANSWERS, KEY } from "./answers.ts";
import { axeFaults } from "./axe.ts";
import { needsBrowser } from "./browser.ts";
import { fronted } from "./platform.ts";
import { testBrowser } from "./test_browser.ts";

const TEAM = "01a202d2-bbbe-71cc-946d-5764e42de7a0";

/** Tells whether an element has the focus in the first task after the dialog has left the page: the next key is meant for it. */
function watchClosing(element: Element): { focused: Promise<boolean> } {
  const focused = new Promise<boolean>((resolve) => {
    new MutationObserver((_, observer) => {
      if (document.querySelector("dialog[open]")) return;
      observer.disconnect();
      setTimeout(() => resolve(document.activeElement === element));
    }).observe(document.body, { childList: true, subtree: true });
  });
  return { focused };
}

Deno.test({
  ...needsBrowser("spending leads down to the calls of a day, a model, a holder and a team"),
  async fn(t) {
    await using services = await fronted(ANSWERS);
    await using browser = testBrowser();
    const token = await signJwt(SECRET, { sub: "amal", role: "admin" });
    const { page, faults, close } = await browser.open({ address: services.address, token });
    const asked = () =>
      new URL(
        services.asked.findLast((one) => one.startsWith("gateway GET /costs?"))
          ?.replace("gateway GET ", "http://gateway") ?? "http://gateway",
      ).searchParams;

    await t.step("a day of the plot's table, by keyboard, between its two midnights", async () => {
      await page.goto("/gateway?range=all");
      await page.getByText("The numbers as a table").click();
      await page.getByRole("link", { name: "21 Nov" }).press("Enter");
      await page.getByRole("region", { name: "Calls" }).getByText("echo").first().waitFor();
      assert.equal(asked().get("start_time"), "2026-11-21T00:00:00.000Z");
      assert.equal(asked().get("end_time"), "2026-11-22T00:00:00.000Z");
      // The viewer's zone is three hours ahead.
      assert.equal(await page.getByLabel("From").inputValue(), "2026-11-21T03:00");
      assert.deepEqual(await axeFaults(page), []);
    });

    await t.step("the range is changed by hand and taken back", async () => {
      await page.getByLabel("Until").fill("2026-11-21T12:30");
      await page.waitForURL(/end_time=2026-11-21T09%3A30/);
      await page.getByLabel("Until").fill("");
      await page.waitForFunction(() => !location.search.includes("end_time"));
    });

    await t.step("a model keeps the range that its figure was summed over", async () => {
      await page.goto("/gateway?range=7");
      await page.getByRole("region", { name: "By model" }).getByRole("link", { name: "echo" }).click();
      await page.waitForURL(/view=calls/);
      const { searchParams } = new URL(page.url());
      assert.equal(searchParams.get("model"), "echo");
      assert.match(searchParams.get("start_time") ?? "", /T00:00:00\.000Z$/);
    });

    await t.step("a holder that is a key is called by its name", async () => {
      await page.goto(`/gateway?view=calls&tenant_id=${KEY.id}`);
      await page.getByRole("region", { name: "Calls" }).getByText("admin").first().waitFor();
      await page.goto("/gateway");
      await page.getByRole("region", { name: "By holder" }).getByRole("link", { name: KEY.name }).waitFor();
    });

    await t.step(
      "a call and an audit event are opened by the keyboard, and the focus comes back",
      async () => {
        for (const [view, title] of [["calls", "A call"], ["audit", "An event"]]) {
          await page.goto(`/gateway?view=${view}`);
          const first = page.locator("tbody tr").first().getByRole("button");
          await first.press("Enter");
          await page.getByRole("dialog", { name: title }).waitFor();
          const closing = await first.evaluateHandle(watchClosing);
          await page.keyboard.press("Escape");
          assert.equal(await closing.evaluate(({ focused }) => focused), true);
        }
      },
    );

    await t.step("a team's calls say whose they are, with a way to all", async () => {
      await page.goto("/gateway?view=groups");
      await page.getByRole("region", { name: "Teams" }).getByRole("link", { name: "Calls" }).click();
      await page.locator(".note").getByText("فريق الخدمات").waitFor();
      await page.locator(".note").getByRole("button", { name: "All" }).click();
      await page.waitForFunction(() => !location.search.includes("team_id"));
      assert.ok(services.asked.some((one) => one.includes(`team_id=${TEAM}`)));
    });

    assert.deepEqual(faults, []);
    await close();
  },
});
