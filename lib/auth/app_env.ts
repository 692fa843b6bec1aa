/** The Hono environment of all application services. */
import type { Env } from "hono";
import type { Logger } from "lib/telemetry/log.ts";
import type { Operation } from "lib/auth/operations.ts";
import type { User } from "lib/auth/user.ts";

/** The variables of a request, in `c.var`. */
export interface AppEnv extends Env {
  /**
   * The request's id, the contract of its endpoint (undefined where there is no such endpoint), its user once
   * authenticated, a logger that names it, the client's address, and a function that counts a part of it
   * against the heavy limit (429 above that).
   */
  Variables: {
    requestId: string;
    operation: Operation | undefined;
    user: User;
    log: Logger;
    ip: string;
    countHeavy: () => Promise<void>;
  };
}
