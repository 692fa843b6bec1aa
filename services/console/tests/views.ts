/** The views of all pages that scripted services have something for, those behind tabs included. */
import type { Page } from "playwright-core";
import { PAGES } from "../shared/pages.ts";
import { AGENT } from "./agents_answers.ts";
import { KEY } from "./answers.ts";
import { SYSTEM } from "./compliance_answers.ts";
import { INVOICE, NOTE } from "./documents_answers.ts";
import { TENDER } from "./procurement_answers.ts";
import { CONVERSATION, TRANSCRIPTION } from "./voice_answers.ts";

/** What is opened from lists: one thing of each kind. */
const OPENED = [
  `/gateway?view=keys&key=${KEY.id}`,
  "/gateway?view=models&model=echo",
  "/guard?view=policies&policy=p1",
  "/guard?view=policies&policy=p1&part=effect",
  "/guard?view=policies&policy=p1&part=versions",
  "/guard?view=recognisers&recogniser=c1",
  "/guard?view=reports&report=g2",
  "/guard?view=reports&report=g2&before=g1",
  "/guard?view=alerts&rule=r1",
  `/documents?document=${INVOICE.id}`,
  `/documents?document=${INVOICE.id}&correct=invoice_id`,
  `/documents?view=types&type=${NOTE.name}`,
  "/documents?view=types&type=new",
  `/voice?transcription=${TRANSCRIPTION.id}`,
  `/voice?view=chat&conversation=${CONVERSATION.id}`,
  `/agents?agent=${AGENT.id}`,
  `/agents?agent=${AGENT.id}&view=runs&run=r1`,
  `/agents?agent=${AGENT.id}&view=runs&run=r2&with=r1`,
  "/evaluation?result=e2",
  "/evaluation?result=e2&with=e1",
  "/evaluation?result=e2&label=1&at=1",
  "/evaluation?result=e3",
  "/evaluation?view=benchmarks&edit=",
  "/evaluation?view=benchmarks&edit=arabic-grammar",
  "/evaluation?view=benchmarks&benchmark=arabic-grammar",
  `/procurement?tender=${TENDER.id}`,
  "/procurement?view=suppliers&supplier=s1",
  `/compliance?system=${SYSTEM.id}`,
  "/compliance?view=frameworks&framework=ksa-pdpl",
];

/**
 * Opens all views that the signed-in role has, as the pages themselves list them, each once, and calls `visit` with its
 * address when it has its data.
 */
export async function visitViews(page: Page, visit: (view: string) => Promise<void> | void): Promise<void> {
  const visited = new Set<string>();
  const visitOpen = async () => {
    const view = addressOf(page);
    if (visited.has(view)) return;
    visited.add(view);
    await visit(view);
  };
  for (const address of [...PAGES.map(({ path }) => path), ...OPENED]) {
    await show(page, address);
    const others = page.locator("main [role=tab]:not([aria-selected=true])");
    // What is opened from a list has its own views at most, and a dialog covers those of its page.
    const hasOwnViews = !OPENED.includes(address) || address.startsWith("/agents");
    const tabs = hasOwnViews ? await others.evaluateAll((all) => all.map(({ id }) => id)) : [];
    await visitOpen();
    for (const id of tabs) {
      const tab = page.locator(`[id="${id}"]`);
      if (await tab.count() === 0) await show(page, address);
      await tab.evaluate((tab) => tab instanceof HTMLElement && tab.click());
      await page.locator(`[id="${id}"][aria-selected=true]`).waitFor();
      await page.locator(".waiting").first().waitFor({ state: "detached" });
      await visitOpen();
    }
  }
}

/** The addresses of all views that the signed-in role has. */
export async function viewsOf(page: Page): Promise<string[]> {
  const views: string[] = [];
  await visitViews(page, (view) => void views.push(view));
  return views;
}

const addressOf = (page: Page) => page.url().slice(new URL(page.url()).origin.length);

/** Opens a view and waits until it has its data. */
export async function show(page: Page, address: string): Promise<void> {
  // Within the page, as a link does, which is quicker than loading it anew.
  await page.evaluate((address) => {
    const link = document.createElement("a");
    link.href = address;
    document.body.append(link);
    link.click();
    link.remove();
  }, address);
  await page.locator("main h1").waitFor();
  await page.locator(".waiting").first().waitFor({ state: "detached" });
}
