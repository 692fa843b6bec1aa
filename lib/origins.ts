/** Origins of web pages, as settings list them. */
import { list } from "lib/env.ts";

/** An entry of a list of origins: `*`, or an origin as browsers write it, without path or slash. */
export function isOrigin(entry: string): boolean {
  if (entry === "*") return true;
  return URL.canParse(entry) && /^https?:$/.test(new URL(entry).protocol) && new URL(entry).origin === entry;
}

/** A setting of origins, comma-separated. */
export function origins(): ReturnType<typeof list> {
  return list().refine((entries) => entries.every(isOrigin), {
    message: "must be origins such as https://app.example.org, or *",
  });
}
