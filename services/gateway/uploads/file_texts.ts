/** Files of a form that are text, for the policies to read. */
import { guardrailsBlocked } from "../errors.ts";
import type { Form, FormFile } from "./form.ts";

/** The most text of a form's files that is read, all together, in bytes. */
const MOST_BYTES = 2 ** 20;
/** Signs that texts hardly have, and the most of them that one may have, so that a few do not hide a text. */
const CONTROL = /(?![\t\n\f\r])\p{Cc}/gu;
const MOST_CONTROL = 0.1;

/**
 * The texts of the files that are text, in any of Unicode's usual encodings, whatever type they claim; pictures,
 * sound and other files are left out. Throws guardrails_blocked for more text than is read.
 */
export async function fileTexts({ files }: Form): Promise<string[]> {
  const texts: string[] = [];
  let left = MOST_BYTES;
  for (const file of files) {
    const encoding = encodingOf(file);
    if (!encoding) continue;
    left -= file.size;
    if (left < 0) {
      throw guardrailsBlocked("The form's files hold more text than the safety policies read: 1 MB");
    }
    texts.push(await textOf(file, encoding));
  }
  return texts;
}

/** The encoding of a file whose beginning is text. */
function encodingOf({ head }: FormFile): string | undefined {
  const marked = head[0] === 0xff && head[1] === 0xfe
    ? "utf-16le"
    : head[0] === 0xfe && head[1] === 0xff
    ? "utf-16be"
    : "utf-8";
  try {
    // A character may be cut at the end of the first bytes.
    const text = new TextDecoder(marked, { fatal: true }).decode(head, { stream: true });
    return (text.match(CONTROL)?.length ?? 0) > MOST_CONTROL * text.length ? undefined : marked;
  } catch {
    return undefined;
  }
}

async function textOf(file: FormFile, encoding: string): Promise<string> {
  const decoder = new TextDecoder(encoding);
  let text = "";
  for await (const piece of await file.read()) text += decoder.decode(piece, { stream: true });
  return (text + decoder.decode()).replace(CONTROL, "").toWellFormed();
}
