import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { ACTS } from "./acts.ts";
import { ANSWERS } from "./answers.ts";
import { needsBrowser, VIEWPORT } from "./browser.ts";
import { fronted } from "./platform.ts";
import { testBrowser } from "./test_browser.ts";
import { ROLE_RULES, type Rule } from "./role_rules.ts";
import { visitViews } from "./views.ts";

const ROLES = ["user", "manager", "admin"] as const;
type Role = typeof ROLES[number];

/** Whether a request as a scripted service notes it, `guard GET /api/v1/alerts?limit=5`, falls under a rule. */
function fallsUnder(asked: string, { service, method, path }: Rule): boolean {
  const [name, verb, address = ""] = asked.split(" ");
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
  return name === service && verb === method && pattern.test(address.split("?")[0] ?? "");
}

/** What can be done in the view that is open: its buttons and places for files, without what tables all have. */
async function actsOf(page: Page): Promise<string[]> {
  const acts = await page.locator("main").evaluate((main) =>
    [...main.querySelectorAll<HTMLElement>("button, a[role=button], input[type=file]")]
      .filter((act) =>
        !act.closest(".table-tools, thead, [role=tablist], tbody .link, .cell, .values, .page")
      )
      .map((act) => act.ariaLabel ?? act.innerText)
  );
  const plain = acts.map((act) => act.replace(/[\u2066-\u2069]/g, "").replace(/\s+/g, " ").trim());
  return [...new Set(plain)].filter((act) => act !== "" && act !== "×").toSorted();
}

Deno.test({
  ...needsBrowser("each role sees in each view the acts that it may do, and asks for nothing else"),
  async fn(t) {
    await using services = await fronted(ANSWERS);
    await using browser = testBrowser();
    for (const role of ROLES) {
      await t.step(role, async () => {
        // Of the things that are shown, nothing is this person's own.
        const token = await signJwt(SECRET, { sub: "salma", role });
        const { page, faults, close } = await browser.open({ address: services.address, token });
        // Views are not looked at: a low window takes less time to draw.
        await page.setViewportSize({ width: VIEWPORT.width, height: 100 });
        const before = services.asked.length;
        await page.goto("/");
        const wanted = expected(role);
        const wrong: string[] = [];
        await visitViews(page, async (view) => {
          const acts = await settledActs(page, wanted.get(view) ?? []);
          if (acts.join() !== (wanted.get(view) ?? []).join()) wrong.push(`${view}: ${acts.join(", ")}`);
          wanted.delete(view);
        });
        assert.deepEqual(wrong, []);
        assert.deepEqual([...wanted].filter(([, acts]) => acts.length > 0), [], "views that are not there");
        const forbidden = ROLE_RULES.filter(({ roles }) => !roles.includes(role));
        const asked = services.asked.slice(before);
        assert.deepEqual(asked.filter((one) => forbidden.some((rule) => fallsUnder(one, rule))), []);
        assert.deepEqual(faults, []);
        await close();
      });
    }
  },
});

/** The acts of a role by view. */
function expected(role: Role): Map<string, string[]> {
  return new Map(
    Object.entries(ACTS).map(([view, { everyone = [], managers = [], ...acts }]) => [
      view,
      [...everyone, ...role === "user" ? [] : managers, ...acts[role] ?? []].toSorted(),
    ]),
  );
}

/** The acts of the view that is open, once they are those that are expected or no more will come. */
async function settledActs(page: Page, wanted: string[]): Promise<string[]> {
  for (let tries = 0;; tries++) {
    const acts = await actsOf(page);
    if (tries > 100 || acts.join() === wanted.join()) return acts;
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
  }
}
