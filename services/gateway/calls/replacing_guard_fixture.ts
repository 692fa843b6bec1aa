/** A test guard that replaces a name. */
import { serveScript } from "lib/testing.ts";
import { createGuardrails, type Guardrails } from "./guardrails.ts";

interface Judged {
  texts: { channel: string; text: string; released: number; open: boolean }[];
}

/** Replaces `sara` by `[X]` and holds back its possible prefixes. */
export function replacingGuard() {
  return serveScript((_request, { body }) => {
    const { texts }: Judged = JSON.parse(body);
    return Response.json({
      ...{ allowed: true, action: "log", violations: [], step: 20 },
      texts: texts.map(({ text, open, released }) => ({
        release: open ? Math.max(released, text.length - 4) : text.length,
        edits: [...text.matchAll(/sara/g)].map(({ index }) => ({ start: index, end: index + 4, text: "[X]" }))
          .filter(({ end }) => !open || end <= text.length - 4),
      })),
    });
  });
}

/** The gateway's client of a guard at `baseUrl`. */
export function guardedBy(baseUrl: string): Guardrails {
  return createGuardrails({ baseUrl, failOpen: false, token: () => Promise.resolve("t"), timeoutMs: 5_000 });
}
