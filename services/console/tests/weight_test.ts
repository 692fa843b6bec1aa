import assert from "node:assert/strict";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { PAGES } from "../shared/pages.ts";
import { ANSWERS } from "./answers.ts";
import { launch, needsBrowser, open } from "./browser.ts";
import { fronted } from "./platform.ts";

const MOST_BYTES = 300 * 1024;

Deno.test({
  ...needsBrowser("the first view of each page takes no more than 300 kB, fonts and all"),
  async fn(t) {
    await using services = await fronted(ANSWERS);
    const browser = await launch();
    try {
      const token = await signJwt(SECRET, { sub: "amal", role: "admin" });
      for (const { path } of PAGES) {
        // Each in a browser that knows nothing yet; Arabic brings the larger font.
        await t.step(path, async () => {
          const { context, page } = await open(browser, { address: services.address, token, lang: "ar" });
          const session = await context.newCDPSession(page);
          await session.send("Network.enable");
          let bytes = 0;
          let requests = 0;
          session.on("Network.loadingFinished", ({ encodedDataLength }) => {
            bytes += encodedDataLength;
            requests++;
          });
          await page.goto(path);
          await page.locator("main h1").waitFor();
          await page.locator(".waiting").first().waitFor({ state: "detached" });
          await page.evaluate(() => document.fonts.ready);
          assert.ok(requests > 20, `${requests} requests were seen`);
          assert.ok(bytes < MOST_BYTES, `${bytes} bytes in ${requests} requests`);
          await context.close();
        });
      }
    } finally {
      await browser.close();
    }
  },
});
