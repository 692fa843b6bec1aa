import type { MiddlewareHandler } from "hono";
import { rbacDenied } from "../errors.ts";
import type { Caller, GatewayEnv } from "./caller.ts";

/** @throws GatewayError 403 unless the caller is an admin with a credential. */
export function requireAdmin({ role, kind }: Caller): void {
  if (role === "admin" && kind !== "anonymous") return;
  const who = kind === "anonymous" ? "anonymous" : role;
  throw rbacDenied(403, `Role '${who}' is not permitted; required: admin`);
}

/** Lets only admins pass. */
export function adminOnly(): MiddlewareHandler<GatewayEnv> {
  return async function adminOnly(c, next) {
    requireAdmin(c.var.caller);
    await next();
  };
}
