import assert from "node:assert/strict";
import type { Page } from "../../reading/layout/page.ts";
import { validateDocument } from "./validate_document.ts";

const BOX = { left: 0, top: 0, right: 90, bottom: 90 };

function page(text: string, more: Partial<Page> = {}): Page {
  const placement = { width: 900, height: 900, turn: 0, skew: 0 };
  const words = [{ text, confidence: 1, box: BOX }];
  const lines = text === "" ? [] : [{ text, confidence: 1, box: BOX, words }];
  return { width: 900, height: 900, source: "ocr", lines, tables: [], placement, ...more };
}

function validated(...pages: Page[]) {
  const text = pages.flatMap(({ lines }) => lines.map((line) => line.text)).join("\n");
  const read = pages.map((content, i) => ({ page: i + 1, content }));
  const { is_valid, issues } = validateDocument({
    ...{ type: "other", text, extraction: null, pages: read, today: "2026-04-01" },
  });
  return { is_valid, issues: issues.map(({ severity, issue }) => `${severity}: ${issue}`) };
}

const READ = page("A letter of some length that was read");

Deno.test("a document with an unreadable page is invalid, and the issue names the page", () => {
  assert.deepEqual(validated(READ, page("", { source: "failed", error: "broken" })), {
    is_valid: false,
    issues: ["error: Page 2 could not be read"],
  });
});

Deno.test("a page with ink but no recognised text is a warning, a blank page is not", () => {
  assert.deepEqual(validated(READ, page("", { unread: [BOX] })).issues, [
    "warning: Page 2 is not blank, but nothing could be read on it",
  ]);
  assert.deepEqual(validated(READ, page("")).issues, []);
  assert.match(String(validated({ ...READ, unread: [BOX] }).issues), /^info: Page 1 has an area with ink/);
});
