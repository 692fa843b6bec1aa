import { type Caller, manages, notPermitted, requireManager } from "../access.ts";
import type { Supplier, SupplierInput, SupplierPatch } from "./supplier.ts";

/** The owners of a new supplier: users always own the suppliers they register. */
export function ownersOf({ owners }: SupplierInput, caller: Caller): string[] {
  if (manages(caller)) return owners ?? [];
  return [...new Set([caller.sub, ...owners ?? []])];
}

/**
 * Owners, managers and admins change a supplier. Managers name owners only while there are none, since adding
 * an owner allows bidding in the supplier's name. @throws 403
 */
export function changedSupplier(before: Supplier, patch: SupplierPatch, caller: Caller): SupplierPatch {
  const owns = before.owners.includes(caller.sub);
  if (!owns && !manages(caller)) {
    throw notPermitted("Only the supplier's owners, managers and admins may do this");
  }
  const moved = patch.owners !== undefined && patch.owners.join("\n") !== before.owners.join("\n");
  if (moved && before.owners.length > 0 && !owns && caller.role !== "admin") {
    throw notPermitted("Only the supplier's owners and admins may change its owners");
  }
  return patch;
}

/** @throws 403 for everyone but the owners, managers and admins. */
export function requireOwner({ owners }: Supplier, caller: Caller): void {
  if (owners.includes(caller.sub) || manages(caller)) return;
  throw notPermitted("Only the supplier's owners, managers and admins may do this");
}

/** Managers and admins record deliveries and rate suppliers, but none of their own. @throws 403 */
export function requireRecorder({ owners }: Supplier, caller: Caller): void {
  requireManager(caller);
  if (owners.includes(caller.sub)) throw notPermitted("The supplier is yours: others keep its record");
}
