import type { User } from "lib/auth/auth.ts";
import { ServiceError } from "lib/errors.ts";

/** The fields of a caller that the rules read. */
export type Caller = Pick<User, "sub" | "role">;

/** Managers and admins may act on every tender and supplier, unless they bid themselves. */
export function manages({ role }: Caller): boolean {
  return role === "manager" || role === "admin";
}

/** 403: the caller is known and may not do this; `message` says who may. */
export function notPermitted(message: string): ServiceError {
  return new ServiceError(403, message);
}

/** @throws 403 for everyone but managers and admins. */
export function requireManager(caller: Caller): void {
  if (!manages(caller)) {
    throw notPermitted(`Role '${caller.role}' is not permitted; required: admin, manager`);
  }
}
