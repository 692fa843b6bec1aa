/** The Hono environment of the console. */
import type { Env } from "hono";
import type { Session } from "./session.ts";

export interface ConsoleEnv extends Env {
  Variables: {
    requestId: string;
    ip: string;
    /** Who is signed in, if anybody is. */
    session: Session | undefined;
  };
}
