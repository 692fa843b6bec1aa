import { OpenAPIHono } from "@hono/zod-openapi";
import type { Incoming } from "lib/http/incoming.ts";
import type { Env } from "hono";
import type { Logger } from "lib/telemetry/log.ts";
import { refuseInvalid } from "lib/service/openapi.ts";
import type { BudgetScope, Scope } from "./budget_scope.ts";

export type Role = "admin" | "manager" | "user";

/** A per-minute limit that applies to a caller. `key` is what the limiter counts under. */
export interface CallerLimit {
  key: string;
  scope: Scope;
  requests_per_minute: number | null;
  tokens_per_minute: number | null;
}

/** A caller and their rights. Shared between requests, so immutable. */
export interface Caller {
  /** `key:<id>`, `admin`, `user:<sub>`, `service:<name>` or `anonymous`. */
  readonly actor: string;
  /** `anonymous` only with GATEWAY_RBAC=off. */
  readonly kind: "admin" | "key" | "jwt" | "anonymous";
  readonly role: Role;
  /** The virtual key's id; for other callers the actor, which never equals a key's id. */
  readonly tenant_id: string;
  readonly team_id: string | null;
  readonly customer_id: string | null;
  readonly limits: readonly CallerLimit[];
  /** Budgets that apply; may be empty. */
  readonly budgets: readonly BudgetScope[];
  /** null: every model. */
  readonly allowed_models: readonly string[] | null;
  readonly may_skip_guardrails: boolean;
  /** May call providers' own endpoints. */
  readonly may_pass_through?: boolean;
  /** Timeout of model calls. */
  readonly timeout_ms?: number | null;
  readonly cache: { readonly ttl_seconds: number } | null;
}

/** The limits of a caller without a virtual key: none. */
export const UNLIMITED = {
  team_id: null,
  customer_id: null,
  limits: [],
  budgets: [],
  allowed_models: null,
  cache: null,
} satisfies Partial<Caller>;

/** The tenant of an actor's requests. */
export function tenantOf(actor: string): string {
  return actor.startsWith("key:") ? actor.slice("key:".length) : actor;
}

/** Authenticates a request. Throws GatewayError `rbac_denied` or `oidc_auth_error`. */
export interface Keyring {
  /** Returns without a promise for keys and for cached tokens. */
  authenticate(request: Pick<Incoming, "headers">): Caller | Promise<Caller>;
}

/** The variables of a gateway request, in `c.var`. */
export interface GatewayEnv extends Env {
  Variables: { requestId: string; caller: Caller; ip: string; log: Logger };
}

/** A router for one feature of the gateway; input that its schemas refuse is a 422. */
export function gatewayFeature(
  options: { getPath?: (request: Request) => string } = {},
): OpenAPIHono<GatewayEnv> {
  return new OpenAPIHono<GatewayEnv>({ defaultHook: refuseInvalid, ...options });
}
