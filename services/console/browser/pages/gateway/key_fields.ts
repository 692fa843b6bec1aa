/** A key's settings as text of fields, and as the gateway takes them. */
import type { VirtualKey } from "./calls.ts";
import { type Limits, limitsBody, limitsOf, NO_LIMITS } from "./limits.tsx";

export interface KeyFields extends Limits {
  team: string;
  customer: string;
  /** Names with commas between them; empty for all models. */
  models: string;
  /** A moment; empty for never. */
  expires: string;
  timeout: string;
  cache: string;
  skips: boolean;
  passes: boolean;
}

const NEW: KeyFields = {
  ...NO_LIMITS,
  team: "",
  customer: "",
  models: "",
  expires: "",
  timeout: "",
  cache: "",
  skips: false,
  passes: false,
};

/** The fields of a key; those of a new one without. */
export function keyFieldsOf(of: VirtualKey | undefined): KeyFields {
  if (!of) return NEW;
  return {
    ...limitsOf(of),
    team: of.team_id ?? "",
    customer: of.customer_id ?? "",
    models: (of.allowed_models ?? []).join(", "),
    expires: of.expires_at ?? "",
    timeout: String(of.timeout_seconds ?? ""),
    cache: String(of.cache?.ttl_seconds ?? ""),
    skips: of.may_skip_guardrails,
    passes: of.may_pass_through,
  };
}

export function keyBody(fields: KeyFields) {
  const models = fields.models.split(/[,،]/).map((name) => name.trim()).filter(Boolean);
  return {
    ...limitsBody(fields),
    team_id: fields.team || null,
    customer_id: fields.customer || null,
    allowed_models: models.length > 0 ? models : null,
    expires_at: fields.expires || null,
    timeout_seconds: fields.timeout.trim() ? Number(fields.timeout) : null,
    cache: fields.cache.trim() ? { ttl_seconds: Number(fields.cache) } : null,
    may_skip_guardrails: fields.skips,
    may_pass_through: fields.passes,
  };
}

/** The settings that differ from those of `before`, so that others' changes to the rest stay. */
export function keyChanges(fields: KeyFields, before: VirtualKey): Partial<ReturnType<typeof keyBody>> {
  const was = new Map(Object.entries(keyBody(keyFieldsOf(before))));
  const entries = Object.entries(keyBody(fields));
  return Object.fromEntries(
    entries.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(was.get(name))),
  );
}
