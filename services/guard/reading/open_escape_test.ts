import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { MatchedPolicy } from "../policies/policy.ts";
import { compilePolicies } from "../policies/policy_set.ts";
import { scanText } from "../policies/scan.ts";
import { readingOf } from "./reading.ts";

const LATIN = "confidential blueprint of the harbour";
const ARABIC = "مخطط سري للغاية عن الميناء الجديد";
const MAIL = "mohammed.alhashimi@procurement.example.ae";
const WORDS: MatchedPolicy = {
  ...{ id: "1", name: "words", rule_type: "keyword", action: "block" },
  rule_config: JSON.stringify({ keywords: [LATIN, ARABIC] }),
};
const DATA: MatchedPolicy = {
  ...{ id: "2", name: "data", rule_type: "pii", action: "block" },
  rule_config: JSON.stringify({ types: ["EMAIL"] }),
};
const set = compilePolicies([WORDS, DATA]);
const POLICIES = { policies: true, pii: false };
const scanned = (text: string, more: { open?: boolean; released?: number } = {}) =>
  scanText(set, {}, { text, direction: "output", ...more }, POLICIES);

const bytesOf = (text: string) => [...Buffer.from(text)];
const hex = (byte: number) => byte.toString(16).toUpperCase().padStart(2, "0");
const base64 = (text: string) => Buffer.from(text).toString("base64");
const within = (mark: string) => (text: string) => text.slice(0, 3) + mark + text.slice(3);

/** Ways to write a text; the longest that the reading undoes are among them. */
const FORMS: Record<string, (text: string) => string> = {
  "percent": (text) => bytesOf(text).map((byte) => `%${hex(byte)}`).join(""),
  "quoted-printable": (text) => bytesOf(text).map((byte) => `=${hex(byte)}`).join(""),
  "a mail's word in base64": (text) => `=?utf-8?B?${base64(text + " and more of it".repeat(14))}?=`,
  "a mail's quoted word": (text) => `=?utf-8?Q?${bytesOf(text).map((byte) => `=${hex(byte)}`).join("")}?=`,
  "bytes": (text) => bytesOf(text).map((byte) => `\\x${hex(byte)}`).join(""),
  "octal": (text) => bytesOf(text).map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join(""),
  "binary": (text) => bytesOf(text).map((byte) => byte.toString(2).padStart(8, "0")).join(" "),
  "base64": base64,
  "base64 in short lines": (text) => {
    const whole = base64(text + ".".repeat((3 - Buffer.byteLength(text) % 3) % 3));
    return whole.slice(0, 16) + whole.slice(16).replace(/.{4}/g, "\n$&");
  },
  "decimal numbers": (text) => bytesOf(text).join(" "),
  "hexadecimal": (text) => bytesOf(text).map(hex).join(" "),
  "numbers in hexadecimal": (text) => bytesOf(text).map((byte) => `0x${hex(byte)}`).join(", "),
  "code points": (text) =>
    [...text].map((letter) => `\\u${(letter.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`).join(""),
  "Morse code": (text) => /^[a-z ]+$/.test(text) ? inMorse(text) : text,
  "spelling words": (text) => /^[a-z ]+$/.test(text) ? text.split(" ").map(inWords).join(" ") : text,
  "numbers of characters": (text) =>
    [...text].map((letter) => `U+${(letter.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`).join(" "),
  "old escapes": (text) =>
    [...text].map((letter) => `%u${(letter.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`).join(""),
  "longer escapes": (text) =>
    [...text].map((letter) => `\\U${(letter.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`).join(""),
  "single signs": (text) => [...text].join(" "),
  "a name of a character": within("&InvisibleComma;"),
  "a remark": within(`<!-- ${"of a page ".repeat(35)}-->`),
  "a mark with attributes": within(`<span class="${"c".repeat(150)}" title="${"t".repeat(150)}">`),
  "several marks": within(`<span class="${"c".repeat(90)}">`.repeat(8)),
};

const MORSE = "a.- b-... c-.-. d-.. e. f..-. h.... i.. l.-.. n-. o--- p.--. r.-. t- u..-".split(" ");
const inMorse = (text: string) =>
  text.split(" ").map((word) =>
    [...word].map((letter) => MORSE.find((code) => code.startsWith(letter))?.slice(1)).join(" ")
  ).join(" / ");
const RADIO = "alfa bravo charlie delta echo foxtrot hotel india lima november oscar papa romeo tango uniform"
  .split(" ");
const inWords = (text: string) =>
  [...text].map((letter) => RADIO.find((word) => word.startsWith(letter)) ?? letter).join("-");

for (const [name, form] of Object.entries(FORMS)) {
  Deno.test(`a stream that is cut anywhere within ${name} releases nothing of it`, () => {
    for (const secret of [LATIN, ARABIC, MAIL]) {
      const start = "This is what it says: ".length;
      const text = `This is what it says: ${form(secret)} and the rest.`;
      assert.equal(scanned(text).violations.length, 1, `${name} is not read: ${text}`);
      let released = 0;
      for (let cut = start; cut < text.length; cut++) {
        const scan = scanned(text.slice(0, cut), { open: true, released });
        if (scan.violations.length > 0) break;
        released = scan.release;
        assert.ok(released <= start, `${secret}, cut at ${cut}: ${text.slice(start, released)}`);
      }
    }
  });
}

Deno.test("a decoded text is well formed, whatever its escapes stand for", () => {
  for (const text of ["\\ud83d and more", "&#xd800; and more", "\\u{dfff}", "%ed%a0%80", "%63%6f%64%65%ff"]) {
    const { plain } = readingOf(text);
    assert.equal(plain?.text.isWellFormed(), true, text);
  }
  assert.equal(readingOf("\\ud83d\\ude00").plain?.text, "😀");
  assert.match(readingOf("%63%6f%64%65%ff").plain?.text ?? "", /^code/);
});
