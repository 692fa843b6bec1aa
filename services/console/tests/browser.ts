/** A headless browser for tests, and everything on a page that must not happen. */
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

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
  close(): Promise<void>;
}

export interface OpenOptions {
  address: string;
  token?: string;
  lang?: "en" | "ar";
  dark?: boolean;
  /** Pixels of a picture to one of the page. */
  scale?: number;
}

/** A page in a new context, signed in by `token` when there is one. */
export async function open(browser: Browser, options: OpenOptions): Promise<Watched> {
  const faults: string[] = [];
  const { context, page } = await newPage(browser, { ...options, report: (fault) => faults.push(fault) });
  await signIn(context, options.token);
  return { context, page, faults, close: () => context.close() };
}

export const VIEWPORT = { width: 1280, height: 860 };

/** A page in a new context that tells `report` what goes wrong on it. */
export async function newPage(
  browser: Browser,
  { address, lang = "en", dark = false, scale = 1, report }: OpenOptions & { report(fault: string): void },
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    baseURL: address,
    locale: lang === "ar" ? "ar-SA" : "en-GB",
    timezoneId: "Asia/Riyadh",
    colorScheme: dark ? "dark" : "light",
    reducedMotion: "reduce",
    viewport: VIEWPORT,
    deviceScaleFactor: scale,
  });
  await context.exposeBinding("policyViolated", (_source, text: string) => report(`policy: ${text}`));
  await context.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => {
      const tell: unknown = Reflect.get(globalThis, "policyViolated");
      if (typeof tell === "function") {
        tell(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
      }
    });
  });
  // Waits end as soon as a page is as it should be; on a busy machine that may take long.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  if (SLOWER > 1) {
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  }
  page.on("pageerror", (error) => report(`script: ${error.message}`));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) {
      report(`console: ${message.text()} ${message.location().url}`);
    }
  });
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && origin !== new URL(address).origin) {
      report(`left: ${request.url()}`);
    }
  });
  return { context, page };
}

export async function signIn(context: BrowserContext, token?: string): Promise<void> {
  if (!token) return;
  const answer = await context.request.post("/sign-in", { data: { token } });
  if (!answer.ok()) throw new Error(`sign-in answered ${answer.status()}: ${await answer.text()}`);
}
