/**
 * The browser of all tests of a process. Its pages are used again: starting a page in a new context compiles the
 * console's scripts anew, which takes longer than most tests.
 */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { launch, newPage, type OpenOptions, signIn, VIEWPORT, type Watched } from "./browser.ts";

/** The pages of one test; disposing it takes back those that the test left open. */
export interface TestBrowser extends AsyncDisposable {
  /** An empty page without cookies or stored data, signed in by `token` when there is one. */
  open(options: OpenOptions): Promise<Watched>;
}

interface KeptPage {
  context: BrowserContext;
  page: Page;
  address: string;
  /** Of the test that has the page. */
  faults: string[];
}

let browser: Promise<Browser> | undefined;
/** Pages that no test has, by the options of their contexts that cannot change. */
const idle = new Map<string, KeptPage[]>();

Deno.test.afterAll(async () => {
  await (await browser)?.close();
});

export function testBrowser(): TestBrowser {
  const closes = new Set<() => Promise<void>>();
  return {
    async open(options) {
      const { lang = "en", dark = false, scale = 1, address, token } = options;
      const key = `${address} ${lang} ${scale}`;
      const kept = idle.get(key)?.pop() ?? await keptPage(options);
      const { context, page } = kept;
      const faults: string[] = kept.faults = [];
      const close = async () => {
        if (!closes.delete(close)) return;
        await empty(kept);
        idle.set(key, [...idle.get(key) ?? [], kept]);
      };
      closes.add(close);
      await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
      await signIn(context, token);
      return { context, page, faults, close };
    },
    async [Symbol.asyncDispose]() {
      for (const close of closes) await close();
    },
  };
}

async function keptPage(options: OpenOptions): Promise<KeptPage> {
  browser ??= launch();
  const faults: string[] = [];
  const kept = {
    ...await newPage(await browser, { ...options, report: (fault) => kept.faults.push(fault) }),
    address: options.address,
    faults,
  };
  return kept;
}

/** Leaves nothing of a test: other tabs, the page and its workers, stored data, cookies, permissions, the size. */
async function empty({ context, page, address }: KeptPage): Promise<void> {
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.goto("about:blank");
  const session = await context.newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", {
    origin: new URL(address).origin,
    storageTypes: "all",
  });
  await session.detach();
  await context.clearCookies();
  await context.clearPermissions();
  await page.setViewportSize(VIEWPORT);
}
