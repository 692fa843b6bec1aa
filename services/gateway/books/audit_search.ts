import { fold } from "lib/fold.ts";
import type { AuditEvent } from "../audit_event.ts";

type Searched = Pick<
  AuditEvent,
  "actor" | "action" | "outcome" | "resource" | "provider" | "model" | "request_id" | "ip" | "detail"
>;

/** The folded text that `search` matches. */
export function searchText(event: Searched): string {
  const { actor, action, outcome, resource, provider, model, request_id, ip, detail } = event;
  const words = [actor, action, outcome, resource, provider, model, request_id, ip];
  const text = [...words, detail && JSON.stringify(detail)].filter(Boolean).join(" ");
  return isAscii(text) ? text.toLowerCase() : fold(text);
}

/** Most records are ASCII, for which folding is lower case. */
export function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}
