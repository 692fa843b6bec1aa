/** Finds faults of accessibility on a page. */
import type { Page } from "playwright-core";
import script from "axe-core/axe.min.js" with { type: "text" };

/** The script, which the console's address serves in tests: a browser keeps its compiled code between pages. */
export const AXE = {
  path: "/npm/axe.js",
  answer: () =>
    new Response(script, {
      headers: {
        "content-type": "text/javascript; charset=utf-8",
        "cache-control": "public, max-age=31536000, immutable",
      },
    }),
};

/** The faults that axe finds on a page, or in the element that `within` selects, as sentences. */
export async function axeFaults(page: Page, within = "html"): Promise<string[]> {
  // The page's own `axe` is not in the types of this side.
  return await page.evaluate<string[]>(`(async () => {
    if (!("axe" in globalThis)) await import(new URL("${AXE.path}", location.href).href);
    const { violations } = await axe.run(${JSON.stringify(within)}, { resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => id + " " + target.join(" ") + ": " + failureSummary));
  })()`);
}
