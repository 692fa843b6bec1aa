/** The readable text of an HTML page: headings, paragraphs, lists and tables, without what surrounds them. */
import { Parser } from "htmlparser2";

/** A page as a reader sees it. */
export interface Page {
  title: string;
  text: string;
}

const SKIPPED = new Set([
  ...[
    "script",
    "style",
    "noscript",
    "template",
    "svg",
    "canvas",
    "iframe",
    "object",
    "head",
    "select",
    "button",
  ],
  ...["nav", "header", "footer", "aside", "form", "dialog"],
]);
const BLOCKS = new Set([
  ...[
    "p",
    "div",
    "section",
    "article",
    "main",
    "br",
    "hr",
    "blockquote",
    "pre",
    "figure",
    "figcaption",
    "address",
  ],
  ...["h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "dl", "dt", "dd", "table", "tr", "body", "html"],
]);
// Their next sibling begins a line anyway.
const OPEN_ENDED = new Set(["br", "hr", "li", "tr", "dt", "dd"]);
// Left out of a page's text, unless the page has nothing else.
const LANDMARKS = new Set(["nav", "header", "footer", "aside", "form", "dialog"]);
const MAIN = new Set(["main", "article"]);
const MAIN_ENOUGH = 200;

/** Reads `html`; where the page marks its main part and that has some length, only that. */
export function readable(html: string): Page {
  const main = parsePage(html, { onlyMain: true, skipped: SKIPPED });
  if (main.text.length >= MAIN_ENOUGH) return main;
  const whole = parsePage(html, { onlyMain: false, skipped: SKIPPED });
  if (whole.text !== "") return whole;
  return parsePage(html, { onlyMain: false, skipped: SKIPPED.difference(LANDMARKS) });
}

function parsePage(html: string, { onlyMain, skipped }: { onlyMain: boolean; skipped: Set<string> }): Page {
  let title = "";
  let inTitle = false;
  let hidden = 0;
  let main = 0;
  const stack: { name: string; hides: boolean }[] = [];
  const pieces: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === "title" && title === "") inTitle = true;
      const hides = skipped.has(name) || isHidden(attributes);
      stack.push({ name, hides });
      if (hides) hidden++;
      if (MAIN.has(name)) main++;
      if (hidden === 0) pieces.push(opening(name));
    },
    ontext(text) {
      if (inTitle) title += text;
      else if (hidden === 0 && (!onlyMain || main > 0)) pieces.push(text.replace(/\s+/g, " "));
    },
    onclosetag(name) {
      if (name === "title") inTitle = false;
      if (MAIN.has(name)) main--;
      if (stack.pop()?.hides) hidden--;
      else if (hidden === 0 && BLOCKS.has(name) && !OPEN_ENDED.has(name)) pieces.push("\n");
    },
  }, { decodeEntities: true, lowerCaseTags: true });
  parser.end(html);
  return { title: title.replace(/\s+/g, " ").trim(), text: tidy(pieces.join("")) };
}

function isHidden(attributes: Record<string, string>): boolean {
  const style = attributes.style ?? "";
  return "hidden" in attributes || attributes["aria-hidden"] === "true" ||
    /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style);
}

function opening(name: string): string {
  const heading = /^h([1-6])$/.exec(name)?.[1];
  if (heading) return `\n\n${"#".repeat(Number(heading))} `;
  if (name === "li") return "\n- ";
  if (name === "p") return "\n\n";
  if (name === "td" || name === "th") return " | ";
  return BLOCKS.has(name) ? "\n" : "";
}

function tidy(text: string): string {
  return text
    .replace(/[^\S\n]+/g, " ").replace(/ ?\n ?/g, "\n").replace(/\n\| /g, "\n")
    .replace(/\n(#+|-)? *(?=\n)/g, "\n").replace(/\n{3,}/g, "\n\n").trim();
}
