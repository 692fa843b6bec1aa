import type { User } from "lib/auth/auth.ts";
import { ServiceError } from "lib/errors.ts";

/** The fields of a caller that authorization reads. */
export type Caller = Pick<User, "sub" | "role">;

/** Whether the caller may act on every tender and supplier: managers and admins who do not bid themselves. */
export function manages({ role }: Caller): boolean {
  return role === "manager" || role === "admin";
}

/** 403: the caller is authenticated but not permitted; `message` names who is. */
export function notPermitted(message: string): ServiceError {
  return new ServiceError(403, message);
}

/** @throws 403 unless the caller is a manager or an admin. */
export function requireManager(caller: Caller): void {
  if (!manages(caller)) {
    throw notPermitted(`Role '${caller.role}' is not permitted; required: admin, manager`);
  }
}
