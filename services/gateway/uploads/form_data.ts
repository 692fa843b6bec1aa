/** Reads the text fields of a form as a request, and writes a form for a provider. */
import type { JsonObject } from "lib/json_object.ts";
import type { UploadBody } from "../providers/upstream.ts";
import type { Form, FormFile } from "./form.ts";

/** The text fields by name; `name[]` is a list. */
export function formFields({ fields }: Form): JsonObject {
  const data: Record<string, string | string[]> = {};
  for (const [name, value] of fields) {
    const field = name.replace(/\[\]$/, "");
    const known = Object.hasOwn(data, field) ? data[field] : undefined;
    const next = Array.isArray(known) ? [...known, value] : name === field ? value : [value];
    Object.defineProperty(data, field, { value: next, enumerable: true, writable: true, configurable: true });
  }
  return data;
}

/** The text fields for the guard to check, every occurrence of each. */
export function formTexts({ fields }: Form): string[] {
  return fields.filter(([name]) => name !== "model").map(([, value]) => value);
}

/** The form with the texts of `formTexts` replaced by `texts`, in the same order. */
export function withFormTexts(form: Form, texts: readonly string[]): Form {
  let next = 0;
  const fields = form.fields.map(([name, value]): [string, string] => [
    name,
    name === "model" ? value : texts[next++] ?? value,
  ]);
  return { ...form, fields };
}

const encoder = new TextEncoder();

/** The multipart body for a provider, with its name of the model; files are read from disk while sending. */
export function formBody({ fields, files }: Form, model: string): UploadBody {
  const boundary = `diwan-${crypto.randomUUID()}`;
  const named = fields.some(([name]) => name === "model") ? fields : [...fields, ["model", model] as const];
  const texts = named.map(([name, value]) =>
    formPart(boundary, name, "", name === "model" ? `${model}\r\n` : `${value}\r\n`)
  );
  const heads = files.map((file) => ({ file, head: formPart(boundary, file.name, fileHead(file), "") }));
  const end = encoder.encode(`--${boundary}--\r\n`);
  const length = texts.reduce((sum, text) => sum + text.length, end.length) +
    heads.reduce((sum, { file, head }) => sum + head.length + file.size + 2, 0);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length,
    async *pieces() {
      yield* texts;
      for (const { file, head } of heads) {
        yield head;
        yield* await file.read();
        yield NEW_LINE;
      }
      yield end;
    },
  };
}

const NEW_LINE = encoder.encode("\r\n");

function formPart(boundary: string, name: string, more: string, body: string): Uint8Array {
  return encoder.encode(
    `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"${more}\r\n\r\n${body}`,
  );
}

function fileHead({ filename, type }: FormFile): string {
  return `; filename="${quoted(filename || "file")}"\r\ncontent-type: ${type.replace(/[\r\n]/g, "")}`;
}

/** Escapes a name as browsers do. */
function quoted(text: string): string {
  return text.replace(/"/g, "%22").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
}
