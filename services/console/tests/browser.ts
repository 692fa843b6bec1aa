/** A headless browser for tests, and everything on a page that must not happen. */
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import axe from "axe-core/axe.min.js" with { type: "text" };

// The first one, which has no windows to draw, takes two thirds of the others' processor time.
const PATHS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
  .map((name) => `/usr/bin/${name}`);

/** How many times slower pages run (`SLOWER=8 deno task test …`), to find what a busy machine would. */
const SLOWER = Number(Deno.env.get("SLOWER") ?? 1);

/** Where a browser is installed; undefined where none is. */
export const executablePath = PATHS.find((path) => {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
});

/** Options of a test that needs the browser; where there is none it is skipped and says so. */
export function needsBrowser(name: string): { name: string; ignore: boolean } {
  return executablePath
    ? { name, ignore: false }
    : { name: `${name} (skipped: none of ${PATHS.join(", ")})`, ignore: true };
}

export async function launch(args: string[] = []): Promise<Browser> {
  return await chromium.launch({
    executablePath,
    timeout: 60_000,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      // One renderer for all pages, which are of one site.
      "--renderer-process-limit=1",
      "--disable-features=IsolateOrigins,site-per-process,SpareRendererForSitePerProcess",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      // Nothing can leave this machine.
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
      ...args,
    ],
  });
}

/** A page, and what went wrong on it by itself. */
export interface Watched {
  context: BrowserContext;
  page: Page;
  /** Errors of scripts, console errors and warnings, violations of the policy, requests to other hosts. */
  faults: string[];
}

/** A page in a context of its own, signed in by `token` when there is one. */
export async function open(
  browser: Browser,
  { address, token, lang = "en", dark = false, scale = 1 }: {
    address: string;
    token?: string;
    lang?: "en" | "ar";
    dark?: boolean;
    /** Pixels of a picture to one of the page. */
    scale?: number;
  },
): Promise<Watched> {
  const context = await browser.newContext({
    baseURL: address,
    locale: lang === "ar" ? "ar-SA" : "en-GB",
    timezoneId: "Asia/Riyadh",
    colorScheme: dark ? "dark" : "light",
    reducedMotion: "reduce",
    viewport: { width: 1280, height: 860 },
    deviceScaleFactor: scale,
  });
  const faults: string[] = [];
  await context.exposeBinding("policyViolated", (_source, text: string) => faults.push(`policy: ${text}`));
  await context.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => {
      const tell: unknown = Reflect.get(globalThis, "policyViolated");
      if (typeof tell === "function") {
        tell(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
      }
    });
  });
  if (token) {
    const answer = await context.request.post("/sign-in", { data: { token } });
    if (!answer.ok()) throw new Error(`sign-in answered ${answer.status()}: ${await answer.text()}`);
  }
  // Waits end as soon as a page is as it should be; on a busy machine that may take long.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  if (SLOWER > 1) {
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  }
  page.on("pageerror", (error) => faults.push(`script: ${error.message}`));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) {
      faults.push(`console: ${message.text()} ${message.location().url}`);
    }
  });
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && origin !== new URL(address).origin) {
      faults.push(`left: ${request.url()}`);
    }
  });
  return { context, page, faults };
}

/** The faults that axe finds on a page, as sentences. */
export async function axeFaults(page: Page): Promise<string[]> {
  // Pages change without being loaded anew, and half a megabyte of script takes as long as some views.
  if (!await page.evaluate(() => "axe" in globalThis)) await page.evaluate(axe);
  // The page's own `axe` is not in the types of this side.
  const run = `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + " " + target.join(" ") + ": " + failureSummary)))`;
  return await page.evaluate<string[]>(run);
}
