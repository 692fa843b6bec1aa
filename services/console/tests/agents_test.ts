import assert from "node:assert/strict";
import { signJwt } from "lib/auth/auth.ts";
import { SECRET } from "../console_fixture.ts";
import { AGENT, AGENTS } from "./agents_answers.ts";
import { ANSWERS } from "./answers.ts";
import { axeFaults } from "./axe.ts";
import { needsBrowser } from "./browser.ts";
import { fronted } from "./platform.ts";
import { testBrowser } from "./test_browser.ts";

const API = "/api/v1";

Deno.test({
  ...needsBrowser("the agents' pages by mouse and keyboard"),
  async fn(t) {
    const kept = new Map<string, unknown>();
    const keep = (name: string) => async (request: Request) => {
      kept.set(name, await request.json());
      return {};
    };
    const agents = {
      ...AGENTS,
      [`POST ${API}/agents`]: keep("new"),
      [`PUT ${API}/agents/${AGENT.id}`]: keep("changed"),
      [`POST ${API}/agents/${AGENT.id}/runs/r2/approve`]: keep("approved"),
    };
    await using services = await fronted({ ...ANSWERS, agents });
    await using browser = testBrowser();
    const token = await signJwt(SECRET, { sub: "amal", role: "admin" });
    const { page, faults, close } = await browser.open({ address: services.address, token });

    await t.step("an agent is made by keyboard alone, with tools that ask first", async () => {
      await page.goto("/agents");
      await page.getByRole("link", { name: AGENT.name }).waitFor();
      await page.getByRole("button", { name: "New agent" }).focus();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: "New agent" });
      await dialog.getByLabel("Name").focus();
      await page.keyboard.type("Helper");
      await dialog.getByRole("checkbox", { name: "calculator", exact: true }).focus();
      await page.keyboard.press("Space");
      await dialog.getByRole("checkbox", { name: "calculator asks a person first" }).focus();
      await page.keyboard.press("Space");
      assert.deepEqual(await axeFaults(page), []);
      await dialog.getByLabel("Name").focus();
      await page.keyboard.press("Enter");
      await dialog.waitFor({ state: "detached" });
      assert.deepEqual(kept.get("new"), {
        ...{ name: "Helper", description: "", system_prompt: "", max_steps: 10, temperature: null },
        ...{ tools: ["calculator"], needs_approval: ["calculator"] },
      });
    });

    await t.step(
      "what runs of any agent wait for is decided from the inbox by keyboard alone",
      async () => {
        const inbox = page.locator(".card", { hasText: "Waits for a decision" });
        await inbox.getByRole("link", { name: "ابحث عن المناقصات المفتوحة" }).waitFor();
        const approved = page.waitForResponse((response) => response.url().endsWith("/approve"));
        await inbox.getByRole("button", { name: "Approve" }).focus();
        await page.keyboard.press("Enter");
        await approved;
        assert.deepEqual(kept.get("approved"), { tool_call_ids: ["c9"] });
        kept.delete("approved");
        // Its button may be gone by then: the keyboard goes on from a place that stays.
        await page.waitForFunction(() => document.activeElement?.id === "main");
      },
    );

    await t.step("a turn unfolds as a timeline with tool, arguments, result and time", async () => {
      await page.getByRole("link", { name: AGENT.name }).click();
      await page.getByLabel("Message").fill("كم 15% من 1250؟");
      await page.keyboard.press("Control+Enter");
      await page.getByText("الناتج 187.5 ريالًا.").waitFor();
      assert.equal(await page.locator(".timeline > li").count(), 2);
      await page.locator(".call summary").focus();
      await page.keyboard.press("Enter");
      await page.getByText("0.15 * 1250").waitFor();
      await page.getByText("640 ms").waitFor();
      assert.deepEqual(await axeFaults(page), []);
    });

    await t.step("an earlier conversation is opened with its steps", async () => {
      await page.getByRole("link", { name: "كم 15% من 1250؟" }).click();
      await page.getByText("Show the steps").click();
      await page.locator(".timeline > li").nth(1).waitFor();
      assert.equal(new URL(page.url()).searchParams.get("session"), "s1");
      assert.equal(new URL(page.url()).searchParams.get("agent"), AGENT.id);
    });

    await t.step("two traces stand side by side, and a call that waits is decided", async () => {
      await page.getByRole("tab", { name: "Runs" }).click();
      await page.getByRole("link", { name: "ابحث عن المناقصات المفتوحة" }).click();
      await page.getByRole("combobox", { name: "Compare with" }).selectOption("r1");
      await page.getByText("640 ms").waitFor();
      assert.deepEqual(await axeFaults(page), []);
      const approved = page.waitForResponse((response) => response.url().endsWith("/approve"));
      await page.getByRole("button", { name: "Approve" }).click();
      await approved;
      assert.deepEqual(kept.get("approved"), { tool_call_ids: ["c9"] });
    });

    await t.step("metrics and settings; a changed prompt is sent whole", async () => {
      await page.getByRole("tab", { name: "Metrics" }).click();
      await page.getByText("provider error").waitFor();
      assert.deepEqual(await axeFaults(page), []);
      await page.getByRole("tab", { name: "Settings" }).click();
      await page.getByLabel("System prompt").fill("أجب بالعربية.");
      assert.deepEqual(await axeFaults(page), []);
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText(new RegExp(`${AGENT.name}.? is saved`)).waitFor();
      assert.deepEqual(kept.get("changed"), {
        ...{ name: AGENT.name, description: AGENT.description, system_prompt: "أجب بالعربية." },
        ...{ model: AGENT.model, max_steps: 10, temperature: null },
        ...{ tools: AGENT.tools, needs_approval: AGENT.needs_approval },
      });
    });
    assert.deepEqual(faults, []);
    await close();

    await t.step("in Arabic and the dark, who did not make it has no settings", async () => {
      const user = await signJwt(SECRET, { sub: "bilal", role: "user" });
      const other = await browser.open({ address: services.address, token: user, lang: "ar", dark: true });
      await other.page.goto(`/agents?agent=${AGENT.id}`);
      await other.page.getByRole("tab", { name: "محادثة" }).waitFor();
      assert.equal(await other.page.getByRole("tab", { name: "الإعدادات" }).count(), 0);
      await other.page.getByLabel("الرسالة").fill("مرحبا");
      await other.page.getByRole("button", { name: "أرسل" }).click();
      await other.page.getByText("الناتج 187.5 ريالًا.").waitFor();
      assert.deepEqual(await axeFaults(other.page), []);
      assert.deepEqual(other.faults, []);
      await other.close();
    });
  },
});
