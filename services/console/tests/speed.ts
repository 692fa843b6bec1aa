/**
 * Measures how fast the pages with the longest lists are, on a running platform that has them:
 *
 *     TOKEN=$(deno task -q token --role admin --sub amal) deno run -A services/console/tests/speed.ts
 *
 * `CONSOLE` is its address, `http://localhost:8080` unless said. Prints the median of some rounds: the first view
 * in a browser that knows nothing yet, its compressed bytes, and each interaction until its effect is drawn.
 */
import type { Page } from "playwright-core";
import { launch, open } from "./browser.ts";
import { median } from "lib/median.ts";
import { print } from "lib/print.ts";

const ROUNDS = 5;

interface Interaction {
  name: string;
  /** Run in the page: does something, and answers whether its effect is there. */
  act: string;
  seen: string;
}

interface View {
  address: string;
  interactions: readonly Interaction[];
}

const rows = `document.querySelector(".rows")`;
const filled =
  `[...document.querySelectorAll(".rows tbody td:first-child")].some((cell) => cell.innerText !== "…")`;
const first = `document.querySelector(".rows tbody tr")`;
const last = `document.querySelector(".rows tbody tr:last-child")`;
const LIST: readonly Interaction[] = [
  {
    name: "scroll a screen",
    act: `${rows}.scrollBy(0, 500)`,
    seen: `Number(${first}.ariaRowIndex) > 4 && ${filled}`,
  },
  {
    name: "to the last row",
    act: `${rows}.scrollTop = ${rows}.scrollHeight`,
    seen: `${last}.ariaRowIndex === ${rows}.querySelector("table").ariaRowCount && ` +
      `${last}.cells[0].innerText !== "…"`,
  },
  {
    name: "open the choice of columns",
    act: `document.querySelector(".table-tools [popovertarget]").click()`,
    seen: `document.querySelector(".menu:popover-open") !== null`,
  },
  {
    name: "change the language",
    act: `document.querySelector(".bar button[lang]").click()`,
    seen: `document.documentElement.dir === "rtl"`,
  },
];

const VIEWS: readonly View[] = [
  { address: "/gateway", interactions: [] },
  { address: "/gateway?view=calls", interactions: LIST },
  { address: "/documents", interactions: LIST },
];

/** Milliseconds from the navigation until the frame in which `seen` is true. */
async function timeUntil(page: Page, seen: string): Promise<number> {
  return await page.evaluate<number>(`new Promise((resolve) => {
    const look = () => ${seen} ? requestAnimationFrame(() => resolve(performance.now())) : setTimeout(look, 2);
    look();
  })`);
}

/** Milliseconds from the act until the frame after its effect. */
async function timeOf(page: Page, { act, seen }: Interaction): Promise<number> {
  const script = `new Promise((resolve) => {
    const start = performance.now();
    ${act};
    const look = () => ${seen} ? requestAnimationFrame(() => resolve(performance.now() - start)) : setTimeout(look, 1);
    look();
  })`;
  return await page.evaluate<number>(script);
}

async function measure(
  { address, interactions }: View,
  round: () => Promise<{ page: Page; bytes(): number; close(): Promise<void> }>,
): Promise<string[]> {
  const times = new Map<string, number[]>();
  const note = (name: string, value: number) => times.set(name, [...times.get(name) ?? [], value]);
  for (let i = 0; i < ROUNDS; i++) {
    const { page, bytes, close } = await round();
    await page.goto(address, { waitUntil: "commit" });
    const look = address === "/gateway" ? `document.querySelector(".plot canvas") !== null` : filled;
    note("first view, ms", await timeUntil(page, look));
    await page.evaluate("document.fonts.ready.then(() => {})");
    note("first view, kB", bytes() / 1024);
    for (const interaction of interactions) note(`${interaction.name}, ms`, await timeOf(page, interaction));
    await close();
  }
  return [...times].map(([name, values]) =>
    `${address} | ${name} | ${Math.round(median(values))} | ${values.map(Math.round)}`
  );
}

if (import.meta.main) {
  const address = Deno.env.get("CONSOLE") ?? "http://localhost:8080";
  const token = Deno.env.get("TOKEN");
  if (!token) throw new Error("TOKEN: a token of an admin");
  const browser = await launch();
  try {
    for (const view of VIEWS) {
      const lines = await measure(view, async () => {
        const { context, page } = await open(browser, { address, token });
        const session = await context.newCDPSession(page);
        await session.send("Network.enable");
        let bytes = 0;
        session.on("Network.loadingFinished", ({ encodedDataLength }) => bytes += encodedDataLength);
        return { page, bytes: () => bytes, close: () => context.close() };
      });
      print(lines.join("\n"));
    }
  } finally {
    await browser.close();
  }
}
