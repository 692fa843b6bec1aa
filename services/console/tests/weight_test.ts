import assert from "node:assert/strict";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { PAGES } from "../shared/pages.ts";
import { ANSWERS } from "./answers.ts";
import { needsBrowser } from "./browser.ts";
import { fronted } from "./platform.ts";
import { testBrowser } from "./test_browser.ts";

const MOST_BYTES = 300 * 1024;

Deno.test({
  ...needsBrowser("the first view of each page takes no more than 300 kB, fonts and all"),
  async fn(t) {
    await using services = await fronted(ANSWERS);
    await using browser = testBrowser();
    const token = await signJwt(SECRET, { sub: "amal", role: "admin" });
    for (const { path } of PAGES) {
      // Each as in a browser that knows nothing yet; Arabic brings the larger font.
      await t.step(path, async () => {
        const { context, page, close } = await browser.open({ address: services.address, token, lang: "ar" });
        const session = await context.newCDPSession(page);
        await session.send("Network.enable");
        await session.send("Network.setCacheDisabled", { cacheDisabled: true });
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
        await session.detach();
        await close();
      });
    }
  },
});
