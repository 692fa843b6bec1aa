import { type Caller, manages, notPermitted, requireManager } from "../access.ts";
import type { Supplier, SupplierInput, SupplierPatch } from "./supplier.ts";

/**
 * The owners of a new supplier. Users register only their own, since naming somebody else an owner makes them
 * a bidder and could exclude a judge or manager from a tender. @throws 403
 */
export function ownersOf({ owners }: SupplierInput, caller: Caller): string[] {
  if (manages(caller)) return owners ?? [];
  refuseNaming(owners ?? [], [caller.sub]);
  return [caller.sub];
}

/**
 * Applies a change by an owner, manager or admin. Owners may leave; admins add owners, and managers add the
 * first ones. @throws 403
 */
export function changedSupplier(before: Supplier, patch: SupplierPatch, caller: Caller): SupplierPatch {
  const owns = before.owners.includes(caller.sub);
  if (!owns && !manages(caller)) {
    throw notPermitted("Only the supplier's owners, managers and admins may do this");
  }
  const { owners } = patch;
  if (owners === undefined || caller.role === "admin") return patch;
  const moved = owners.join("\n") !== before.owners.join("\n");
  if (moved && before.owners.length > 0 && !owns) {
    throw notPermitted("Only the supplier's owners and admins may change its owners");
  }
  if (before.owners.length > 0 || !manages(caller)) refuseNaming(owners, before.owners);
  return patch;
}

function refuseNaming(owners: string[], known: string[]): void {
  if (owners.some((owner) => !known.includes(owner))) {
    throw notPermitted("Only admins name other people as owners of a supplier");
  }
}

/** @throws 403 unless the caller is an owner, a manager or an admin. */
export function requireOwner({ owners }: Supplier, caller: Caller): void {
  if (owners.includes(caller.sub) || manages(caller)) return;
  throw notPermitted("Only the supplier's owners, managers and admins may do this");
}

/** Managers and admins record deliveries and rate suppliers, except their own. @throws 403 */
export function requireRecorder({ owners }: Supplier, caller: Caller): void {
  requireManager(caller);
  if (owners.includes(caller.sub)) throw notPermitted("The supplier is yours: others keep its record");
}
