import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { ANSWERS } from "./answers.ts";
import { axeFaults } from "./axe.ts";
import { needsBrowser } from "./browser.ts";
import { fronted } from "./platform.ts";
import { testBrowser } from "./test_browser.ts";
import { TENDER } from "./procurement_answers.ts";

const OUTCOMES = {
  releases: [
    {
      ...{ ocid: "ocds-213czf-1", release_id: "1", tender_id: TENDER.id, outcome: "created" },
      notes: ["the budget was left out: its currency is not kept here"],
    },
    { ocid: "ocds-213czf-2", release_id: "2", tender_id: null, outcome: "skipped", notes: [] },
  ],
};

Deno.test({
  ...needsBrowser("an OCDS file is imported with the outcome of each release; a file that is none says so"),
  async fn() {
    const sent: unknown[] = [];
    await using services = await fronted({
      ...ANSWERS,
      procurement: {
        ...ANSWERS.procurement,
        "POST /api/v1/ocds/releases": async (request: Request) => {
          sent.push(await request.json());
          return OUTCOMES;
        },
      },
    });
    await using browser = testBrowser();
    const token = await signJwt(SECRET, { sub: "amal", role: "manager" });
    const { page, faults, close } = await browser.open({ address: services.address, token, lang: "ar" });
    await page.goto("/procurement");
    await page.getByRole("button", { name: "استيراد OCDS" }).click();
    const dialog = page.getByRole("dialog", { name: "استيراد OCDS" });
    const choose = (text: string) =>
      dialog.getByLabel("الملف").setInputFiles({
        name: "releases.json",
        mimeType: "application/json",
        buffer: Buffer.from(text),
      });
    const start = dialog.getByRole("button", { name: "استيراد", exact: true });
    assert.equal(await start.isDisabled(), true);
    await choose("no json");
    await start.click();
    await dialog.getByText("الملف ليس JSON صالحًا").waitFor();
    assert.deepEqual(sent, []);
    await choose('{"releases":[]}');
    await start.click();
    await dialog.getByText("أُنشئت", { exact: true }).waitFor();
    await dialog.getByText("تُجوّزت: لا تذكر مناقصة").waitFor();
    assert.deepEqual(sent, [{ releases: [] }]);
    assert.deepEqual(await axeFaults(page), []);
    await dialog.getByRole("link", { name: "فتح" }).click();
    await page.getByRole("heading", { level: 1, name: TENDER.title }).waitFor();
    assert.deepEqual(faults, []);
    await close();
  },
});
