/** The caller of a request, once their token was verified. */
import { z } from "zod";

/** The role of a caller; each includes the rights of the roles after it. */
export const Role = z.enum(["admin", "manager", "user"]);
/** The role of a caller. */
export type Role = z.output<typeof Role>;

/** A caller whose token was valid. */
export interface User {
  /** The token's subject: a person, or a service. */
  sub: string;
  /** The caller's role. */
  role: Role;
  /** The token itself, to act for the caller at another service. */
  jwt: string;
  /** Which of the platform's services is calling, when it is one. */
  service?: string;
}
