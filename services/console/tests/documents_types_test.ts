import assert from "node:assert/strict";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { ANSWERS } from "./answers.ts";
import { axeFaults } from "./axe.ts";
import { needsBrowser } from "./browser.ts";
import { DOCUMENTS, INVOICE, NOTE } from "./documents_answers.ts";
import { fronted } from "./platform.ts";
import { testBrowser } from "./test_browser.ts";

const TYPES = "/api/v1/docs/types";
const AT = INVOICE.created_at;

interface Stored {
  version: number;
  act: string;
  definition: typeof NOTE;
  by: string;
  at: string;
}

/** A documents service that keeps types as the real one does, and tells what it was sent. */
function service() {
  const sent: { what: string; body?: typeof NOTE & { definition?: typeof NOTE; yaml?: string } }[] = [];
  const versions: Stored[] = [
    { version: 2, act: "changed", definition: NOTE, by: "mona", at: AT },
    {
      version: 1,
      act: "created",
      definition: { ...NOTE, fields: NOTE.fields.slice(0, 1) },
      by: "mona",
      at: AT,
    },
  ];
  let types = [{ ...NOTE, version: 2, updated_by: "mona", updated_at: AT }];
  const save = async (request: Request) => {
    const body = await request.json();
    sent.push({ what: request.method + new URL(request.url).search, body });
    if (JSON.stringify(body.fields).includes("(")) {
      const details = [{ loc: ["body", "fields", 0, "pattern"], msg: "no such pattern" }];
      return Response.json({ error: "Validation failed", details }, { status: 422 });
    }
    const version = (types.find(({ name }) => name === body.name)?.version ?? 0) + 1;
    const type = { ...body, version, updated_by: "amal", updated_at: AT };
    types = [...types.filter(({ name }) => name !== body.name), type];
    versions.unshift({ version, act: "changed", definition: body, by: "amal", at: AT });
    return type;
  };
  const answers = {
    ...DOCUMENTS,
    [`GET ${TYPES}`]: () => ({ types, built_in: ["invoice"] }),
    [`POST ${TYPES}`]: save,
    [`PUT ${TYPES}/delivery_note`]: save,
    [`DELETE ${TYPES}/delivery_note`]: () => {
      types = types.filter(({ name }) => name !== "delivery_note");
      return new Response(null, { status: 204 });
    },
    [`GET ${TYPES}/delivery_note/versions`]: () => ({ versions, total: versions.length }),
    [`GET ${TYPES}/pay_slip/versions`]: { versions: [], total: 0 },
    [`POST ${TYPES}/trial`]: async (request: Request) => {
      sent.push({ what: "trial", body: await request.json() });
      return {
        is_recognised: false,
        classification: { document_type: "invoice" },
        extraction: {
          fields: [{
            key: "note_number",
            value: "DN-004711",
            confidence: 0.7,
            field_type: "id",
            reason: "alone",
          }],
        },
        validation: { issues: [{ field: "goods", issue: "Required field is missing", severity: "error" }] },
      };
    },
    [`POST ${TYPES}/import`]: async (request: Request) => {
      const { yaml, dry_run } = await request.json();
      sent.push({ what: `import ${dry_run} ${yaml}` });
      return { created: ["delivery_note"], updated: [], unchanged: [], dry_run };
    },
  };
  return { sent, answers };
}

Deno.test({
  ...needsBrowser(
    "own types of documents are listed, tried on a document, changed, put back, made and deleted",
  ),
  async fn(t) {
    const { sent, answers } = service();
    await using services = await fronted({ ...ANSWERS, documents: answers });
    await using browser = testBrowser();
    const token = await signJwt(SECRET, { sub: "amal", role: "manager" });
    const signed = { address: services.address, token };
    const { page, faults, close } = await browser.open({ ...signed, lang: "ar", dark: true });

    await t.step(
      "a type is opened by the keyboard and tried on a document as the form stands",
      async () => {
        await page.goto("/documents");
        await page.getByRole("tab", { name: "أنواع خاصة" }).click();
        await page.getByRole("link", { name: "إشعار تسليم" }).focus();
        assert.deepEqual(await axeFaults(page), []);
        await page.keyboard.press("Enter");
        await page.locator("summary", { hasText: "رقم الإشعار" }).focus();
        await page.keyboard.press("Enter");
        await page.getByLabel("النمط").fill("DN-[0-9]{7}");
        await page.getByLabel("المستند", { exact: true }).selectOption(INVOICE.id);
        await page.getByRole("button", { name: "تجربة" }).press("Enter");
        await page.getByText(/سيُعدّ: .*فاتورة/).waitFor();
        await page.getByRole("cell", { name: "DN-004711" }).waitFor();
        const [tried] = sent.splice(0);
        assert.equal(Object(tried?.body?.definition?.fields[0]).pattern, "DN-[0-9]{7}");
        assert.deepEqual(await axeFaults(page), []);
      },
    );

    await t.step(
      "a refusal names the field and keeps the form; a change is made over its version",
      async () => {
        await page.getByLabel("النمط").fill("(");
        await page.getByRole("button", { name: "حفظ" }).click();
        await page.getByText(/fields\.0\.pattern/).waitFor();
        await page.getByLabel("النمط").fill("DN-[0-9]{7}");
        await page.getByRole("button", { name: "حفظ" }).click();
        await page.getByText(/^الإصدار\D*3$/).first().waitFor();
        assert.deepEqual(sent.splice(0).map(({ what }) => what), ["PUT?over=2", "PUT?over=2"]);
        assert.deepEqual(faults.splice(0).filter((fault) => !fault.includes("422")), []);
      },
    );

    await t.step("an earlier version is put back as a new one", async () => {
      // The page knows the saved version once the one before can be gone back to.
      await page.getByRole("button", { name: /العودة إلى الإصدار\D*2(?!\d)/ }).waitFor();
      await page.getByRole("button", { name: /العودة إلى الإصدار\D*1(?!\d)/ }).click();
      await page.getByRole("button", { name: /العودة إلى الإصدار\D*3(?!\d)/ }).waitFor();
      const [put] = sent.splice(0);
      assert.deepEqual([put?.what, put?.body?.fields.length], ["PUT?over=3", 1]);
      assert.deepEqual(await axeFaults(page), []);
    });
    assert.deepEqual(faults, []);
    await close();

    await t.step(
      "a type is made with values, a sum and an order; a fault in a closed field opens it",
      async () => {
        const { page, faults, close } = await browser.open(signed);
        await page.goto("/documents?view=types");
        await page.getByRole("button", { name: "New type" }).click();
        await page.getByLabel("Name for programs").first().fill("pay_slip");
        await page.getByLabel("Name in English").first().fill("Pay slip");
        await page.getByLabel("Name in Arabic").first().fill("قسيمة راتب");
        const field = async (n: number, [key, en, shape]: [string, string, string]) => {
          if (n > 0) await page.getByRole("button", { name: "Add a field" }).click();
          const part = page.locator("details.part").nth(n);
          await part.getByLabel("Name for programs").fill(key);
          await part.getByLabel("Name in English").fill(en);
          await part.getByLabel("Shape").selectOption(shape);
          return part;
        };
        const basic = await field(0, ["basic", "Basic", "money"]);
        await (await field(1, ["extra", "Extra", "money"])).getByLabel("Name in Arabic").fill("إضافي");
        await (await field(2, ["net", "Net", "money"])).getByLabel("Name in Arabic").fill("الصافي");
        const kind = await field(3, ["kind", "Kind", "one_of"]);
        await kind.getByLabel("Name in Arabic").fill("النوع");
        await kind.getByRole("button", { name: "Add a value" }).click();
        await kind.getByLabel("Value").fill("full");
        await kind.getByLabel("How papers write it").fill("Full time\nدوام كامل");
        await page.getByRole("button", { name: "Add a sum" }).click();
        await page.getByLabel("Basic", { exact: true }).check();
        await page.getByLabel("Extra", { exact: true }).check();
        await page.getByLabel("make up").selectOption("net");
        await page.getByRole("button", { name: "Add an order of dates" }).click();
        await page.getByRole("button", { name: /Remove check .*2/ }).click();
        await basic.locator("summary").click();
        await page.getByRole("button", { name: "Save" }).click();
        await basic.getByLabel("Name in Arabic").fill("الأساسي");
        assert.equal(sent.length, 0, "the browser asks for what is missing before anything is sent");
        assert.deepEqual(await axeFaults(page), []);
        await page.getByRole("button", { name: "Save" }).click();
        await page.waitForURL(/type=pay_slip/);
        await page.getByText("Versions").waitFor();
        const [made] = sent.splice(0);
        assert.deepEqual([made?.what, made?.body?.fields.length], ["POST", 4]);
        assert.deepEqual(made?.body?.checks, [{ kind: "sum", parts: ["basic", "extra"], total: "net" }]);
        assert.deepEqual(Object(made?.body?.fields[3]).options, [
          { value: "full", words: ["Full time", "دوام كامل"] },
        ]);
        assert.deepEqual(faults, []);
        await close();
      },
    );

    await t.step("one is deleted and taken back, and a file shows what it would change first", async () => {
      const { page, faults, close } = await browser.open(signed);
      await page.goto("/documents?view=types");
      await page.getByRole("button", { name: "Delete Delivery note" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await page.getByRole("link", { name: "Delivery note" }).waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Undo" }).waitFor();
      await page.keyboard.press("Control+z");
      await page.getByRole("link", { name: "Delivery note" }).waitFor();
      assert.equal(sent.splice(0)[0]?.what, "POST");
      await page.getByRole("button", { name: "Import types" }).click();
      await page.getByLabel("YAML").fill("types: []");
      await page.keyboard.press("Tab");
      await page.getByRole("button", { name: "Show what would change" }).click();
      await page.getByText("Would be created").waitFor();
      assert.deepEqual(await axeFaults(page), []);
      await page.getByRole("button", { name: "Import", exact: true }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      assert.deepEqual(sent.map(({ what }) => what), ["import true types: []", "import false types: []"]);
      assert.deepEqual(faults, []);
      await close();
    });

    await t.step("a user is not offered them, and sees their names in the list's filter", async () => {
      const user = await signJwt(SECRET, { sub: "sara", role: "user" });
      const { page, faults, close } = await browser.open({ ...signed, token: user });
      await page.goto("/documents?view=types");
      await page.locator("option", { hasText: "Delivery note" }).waitFor({ state: "attached" });
      assert.equal(await page.getByRole("tab", { name: "Own types" }).count(), 0);
      assert.deepEqual(faults, []);
      await close();
    });
  },
});
