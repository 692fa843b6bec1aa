/** A form's texts as the fields of a request, and the form written anew for a provider. */
import type { JsonObject } from "lib/json_object.ts";
import type { UploadBody } from "../providers/upstream.ts";
import type { Form, FormFile } from "./form.ts";

/** The texts by name; `name[]` is a list. */
export function formFields({ fields }: Form): JsonObject {
  const data: Record<string, string | string[]> = {};
  for (const [name, value] of fields) {
    const plain = name.replace(/\[\]$/, "");
    const known = Object.hasOwn(data, plain) ? data[plain] : undefined;
    const next = Array.isArray(known) ? [...known, value] : name === plain ? value : [value];
    Object.defineProperty(data, plain, { value: next, enumerable: true, writable: true, configurable: true });
  }
  return data;
}

/** The texts of a form that a model may read, each time that a field comes. */
export function formTexts({ fields }: Form): string[] {
  return fields.filter(([name]) => name !== "model").map(([, value]) => value);
}

/** The form with `texts` in the place of those that `formTexts` gives. */
export function withFormTexts(form: Form, texts: readonly string[]): Form {
  let next = 0;
  const fields = form.fields.map(([name, value]): [string, string] => [
    name,
    name === "model" ? value : texts[next++] ?? value,
  ]);
  return { ...form, fields };
}

const encoder = new TextEncoder();

/** `form` for a provider that knows the model as `model`; the files are read as they are sent. */
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

/** As browsers write it. */
function quoted(text: string): string {
  return text.replace(/"/g, "%22").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
}
