/** The people of the demo. */
import type { Person } from "./client.ts";

export const ADMIN: Person = { sub: "demo", role: "admin" };
export const HUDA: Person = { sub: "huda.almansoori", role: "manager" };
export const SALEM: Person = { sub: "salem.alharbi", role: "user" };
export const MARYAM: Person = { sub: "maryam.alkaabi", role: "user" };
export const OMAR: Person = { sub: "omar.haddad", role: "user" };

/** The person who bids for a supplier. */
export const bidder = (sub: string): Person => ({ sub, role: "user" });
