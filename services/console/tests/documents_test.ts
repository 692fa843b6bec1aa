import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { ANSWERS } from "./answers.ts";
import { axeFaults } from "./axe.ts";
import { needsBrowser } from "./browser.ts";
import { DOCUMENT_COUNT, DOCUMENTS, INVOICE } from "./documents_answers.ts";
import { fronted } from "./platform.ts";
import { testBrowser } from "./test_browser.ts";

const FIELD = `/api/v1/docs/documents/${INVOICE.id}/fields/invoice_id`;
const CELLS = `/api/v1/docs/documents/${INVOICE.id}/tables/0/cells`;

Deno.test({
  ...needsBrowser("the documents' page by mouse and keyboard"),
  async fn(t) {
    const kept: unknown[] = [];
    const keep = async (request: Request) => {
      kept.push(await request.json());
      return {};
    };
    const documents = {
      ...DOCUMENTS,
      [`PUT ${FIELD}`]: keep,
      [`PUT ${CELLS}/1/1`]: keep,
      [`PUT /api/v1/docs/documents/${INVOICE.id}/sharing`]: keep,
    };
    await using services = await fronted({ ...ANSWERS, documents });
    await using browser = testBrowser();
    const token = await signJwt(SECRET, { sub: "amal", role: "admin" });
    const { page, faults, close } = await browser.open({
      address: services.address,
      token,
      lang: "ar",
    });
    const asked = (part: string) => services.asked.filter((line) => line.includes(part)).length;
    // The page shows a change before the service has heard of it.
    const askedOnce = async (part: string) => {
      for (let frame = 0; frame < 600 && asked(part) === 0; frame++) {
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
      }
      assert.equal(asked(part), 1, part);
    };

    await t.step("a hundred thousand documents are walked, and searched in either language", async () => {
      await page.goto("/documents");
      await page.getByText(/100,000.? صف/).waitFor();
      await page.getByRole("region", { name: "المستندات" }).focus();
      await page.keyboard.press("End");
      await page.getByText(`scan-${DOCUMENT_COUNT}.pdf`).waitFor();
      await page.getByRole("searchbox").fill("فاتوره");
      await page.getByText("صف واحد").waitFor();
      assert.equal(new URL(page.url()).searchParams.get("search"), "فاتوره");
      assert.ok(asked(`search=${encodeURIComponent("فاتوره")}`) > 0);
    });

    await t.step("many files are sent and read, and one that is refused says why", async () => {
      const files = ["عقد.pdf", "letter.png", "virus.exe", "scan.tiff"].map((name) => ({
        name,
        mimeType: "application/octet-stream",
        buffer: Buffer.from("bytes"),
      }));
      await page.locator("input[type=file]").setInputFiles(files);
      const row = (name: string) => page.locator(".uploads li").filter({ hasText: name });
      for (const name of ["عقد.pdf", "letter.png", "scan.tiff"]) {
        await row(name).getByText("قُرئ", { exact: true }).waitFor();
      }
      await row("virus.exe").getByText("Not a document").waitFor();
      assert.deepEqual(await axeFaults(page), []);
      assert.equal(asked("POST /api/v1/docs/process"), 3);
      await page.getByRole("button", { name: "مسح القائمة" }).click();
      await page.locator(".uploads").waitFor({ state: "detached" });
    });

    await t.step("files are dropped", async () => {
      const before = asked("POST /api/v1/docs/upload");
      await page.evaluate(() => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(["bytes"], "dropped.pdf"));
        document.querySelector(".drop")?.dispatchEvent(
          new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }),
        );
      });
      await page.locator(".uploads").getByRole("link", { name: "dropped.pdf" }).waitFor();
      assert.equal(asked("POST /api/v1/docs/upload"), before + 1);
    });

    await t.step("what was read unsurely is a queue of its own", async () => {
      await page.getByRole("tab", { name: "للمراجعة" }).click();
      await page.getByRole("link", { name: INVOICE.filename }).click();
      assert.ok(asked("confidence_below=0.8") > 0);
      await page.getByRole("heading", { level: 1, name: INVOICE.filename }).waitFor();
    });

    await t.step("a value shows its place, on its own page too", async () => {
      const value = page.getByRole("button", { name: /رقم الفاتورة.*65/ });
      await value.hover();
      const box = page.getByRole("button", { name: "رقم الفاتورة: 1171/120", exact: true });
      assert.match(await box.getAttribute("class") ?? "", /\bon\b.*\bunsure\b/);
      const picture = await page.getByRole("img", { name: /الصفحة .1. من/ }).boundingBox();
      const place = await box.boundingBox();
      assert.ok(picture && place && Math.abs((place.x - picture.x) / picture.width - 0.1) < 0.01);
      await page.getByRole("button", { name: /إجمالي الفاتورة/ }).last().focus();
      await page.getByText(/الصفحة .2. من .2./).waitFor();
      assert.deepEqual(await axeFaults(page), []);
    });

    await t.step("a value is put right by keyboard alone, and Undo takes it back", async () => {
      await page.getByRole("button", { name: /رقم الفاتورة.*65/ }).focus();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: /تصحيح/ });
      await dialog.getByText("١١٧١/١٢٠").waitFor();
      assert.deepEqual(await axeFaults(page), []);
      await dialog.getByLabel("القيمة").focus();
      await page.keyboard.press("Control+a");
      await page.keyboard.type("1171/121");
      await page.keyboard.press("Enter");
      await dialog.waitFor({ state: "detached" });
      assert.deepEqual(kept, [{ value: "1171/121" }]);
      const restored = page.waitForResponse((response) =>
        response.request().method() === "DELETE" && response.url().endsWith("/correction")
      );
      await page.getByRole("button", { name: "تراجع" }).click();
      await restored;
      await page.getByRole("button", { name: "تراجع" }).waitFor({ state: "detached" });
      await page.waitForFunction(() => document.querySelectorAll("del").length === 2);
      await askedOnce(`DELETE ${FIELD}/correction`);
    });

    await t.step("a value that is missing is put in from its issue", async () => {
      await page.getByRole("button", { name: "تاريخ الفاتورة" }).click();
      await page.getByRole("dialog", { name: /تاريخ الفاتورة/ }).waitFor();
      await page.keyboard.press("Escape");
    });

    await t.step(
      "a cell of a table is put right by keyboard alone, with the text that was seen",
      async () => {
        await page.getByRole("button", { name: /^\u2068?المبلغ\u2069?، السطر \u2068?1\u2069?: 900.00$/ })
          .focus();
        await page.keyboard.press("Enter");
        const dialog = page.getByRole("dialog", { name: /^تصحيح: .*المبلغ.*السطر/ });
        await dialog.waitFor();
        assert.deepEqual(await axeFaults(page), []);
        await page.keyboard.press("Control+a");
        await page.keyboard.type("950.00");
        await page.keyboard.press("Enter");
        await dialog.waitFor({ state: "detached" });
        assert.deepEqual(kept.at(-1), { value: "950.00", seen: "900.00" });
        await page.getByRole("button", { name: "تراجع" }).click();
        await page.getByRole("button", { name: "تراجع" }).waitFor({ state: "detached" });
        await askedOnce(`DELETE ${CELLS}/1/1/correction`);
      },
    );

    await t.step(
      "a corrected cell says who, its heading can be corrected, and it is taken back",
      async () => {
        await page.getByRole("button", { name: /المبلغ.*السطر .?2.?: 1400.00/ }).click();
        const dialog = page.getByRole("dialog");
        await dialog.getByText("14000").waitFor();
        await dialog.getByRole("button", { name: "تصحيح العنوان" }).click();
        await page.getByRole("dialog", { name: /تصحيح: .*العنوان: .*المبلغ/ }).waitFor();
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: /المبلغ.*السطر .?2/ }).click();
        await dialog.getByRole("button", { name: "إلغاء التصحيح" }).click();
        await page.getByRole("listitem").filter({ hasText: "77.00" })
          .getByRole("button", { name: "إلغاء التصحيح" }).click();
        await page.getByText(/المبلغ.*السطر .?2.*الجدول .?1/).waitFor();
        for (const cell of ["2/1", "7/1"]) await askedOnce(`DELETE ${CELLS}/${cell}/correction`);
      },
    );

    await t.step("a document is shared with people and a role, by keyboard alone", async () => {
      await page.getByRole("button", { name: "شارك" }).focus();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: "شارك" });
      await dialog.getByLabel("أشخاص").focus();
      await page.keyboard.press("End");
      await page.keyboard.type("، noura");
      await dialog.getByRole("checkbox", { name: "مشرف" }).focus();
      await page.keyboard.press("Space");
      assert.deepEqual(await axeFaults(page), []);
      await dialog.getByLabel("أشخاص").focus();
      await page.keyboard.press("Enter");
      await dialog.waitFor({ state: "detached" });
      assert.deepEqual(kept.at(-1), {
        ...{ people: ["bilal", "noura"], roles: ["manager"], all: false, may: "read" },
      });
    });
    assert.deepEqual(faults.filter((fault) => !fault.includes("415")), []);
    await close();

    await t.step("who may only read is not offered to delete or read again", async () => {
      const user = await signJwt(SECRET, { sub: "bilal", role: "user" });
      const other = await browser.open({ address: services.address, token: user });
      await other.page.goto(`/documents?document=${INVOICE.id}`);
      await other.page.getByRole("button", { name: "Files" }).waitFor();
      assert.equal(await other.page.getByRole("button", { name: "Delete" }).count(), 0);
      assert.equal(await other.page.getByRole("button", { name: "Read again" }).count(), 0);
      assert.equal(await other.page.getByRole("button", { name: "Share" }).count(), 0);
      assert.deepEqual(await axeFaults(other.page), []);
      assert.deepEqual(other.faults, []);
      await other.close();
    });
  },
});
