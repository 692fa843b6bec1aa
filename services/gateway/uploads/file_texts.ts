/** The text files of a form, for the guard to check. */
import { guardrailsBlocked } from "../errors.ts";
import type { Form, FormFile } from "./form.ts";

/** Maximum bytes of text in all files of a form. */
const MOST_BYTES = 2 ** 20;
/** Control characters, and their largest share in a text, so that adding a few does not hide a text. */
const CONTROL = /(?![\t\n\f\r])\p{Cc}/gu;
const MOST_CONTROL = 0.1;

/**
 * The content of text files in any common Unicode encoding, whatever type they claim; images, audio and other files
 * are skipped. Throws guardrails_blocked for more text than the maximum.
 */
export async function fileTexts({ files }: Form): Promise<string[]> {
  const texts: string[] = [];
  let left = MOST_BYTES;
  for (const file of files) {
    const encoding = encodingOf(file);
    if (!encoding) continue;
    left -= file.size;
    if (left < 0) {
      throw guardrailsBlocked(
        "The form's files contain more than 1 MB of text, the most that the safety policies can check",
      );
    }
    texts.push(await textOf(file, encoding));
  }
  return texts;
}

/** The encoding of a file that starts with text; undefined for other files. */
function encodingOf({ head }: FormFile): string | undefined {
  const marked = head[0] === 0xff && head[1] === 0xfe
    ? "utf-16le"
    : head[0] === 0xfe && head[1] === 0xff
    ? "utf-16be"
    : "utf-8";
  try {
    // `stream` allows a character cut at the end of the first bytes.
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
