/** Signing in by the start's code or a pasted token, signing out, and who is signed in. */
import { Hono } from "hono";
import { z } from "zod";
import { signJwt } from "lib/auth/auth.ts";
import { invalid, ServiceError, tooManyRequests, unauthorized } from "lib/errors.ts";
import type { Attempts } from "./attempts.ts";
import type { ConsoleEnv } from "./console_env.ts";
import type { HolderOf } from "./credential.ts";
import type { OneTimeCodes } from "./one_time_code.ts";
import { LONGEST_CREDENTIAL, type Sessions } from "./session.ts";

const SignIn = z.union([
  z.strictObject({ code: z.string().min(1).max(100) }),
  z.strictObject({ token: z.string().trim().min(1).max(LONGEST_CREDENTIAL).regex(/^[\w.~+/=-]+$/) }),
]);

export interface SignInDeps {
  sessions: Sessions;
  codes: OneTimeCodes;
  holderOf: HolderOf;
  attempt: Attempts;
  jwtSecret: string;
  hours: number;
}

const LONGEST_BODY = 16_384;

export function signIn(
  { sessions, codes, holderOf, attempt, jwtSecret, hours }: SignInDeps,
): Hono<ConsoleEnv> {
  const app = new Hono<ConsoleEnv>();

  app.post("/sign-in", async (c) => {
    if (!attempt(c.var.ip)) throw tooManyRequests(60);
    const body = SignIn.safeParse(await shortJson(c.req.raw));
    if (!body.success) throw invalid(["body"], "must be {code} or {token}");
    const credential = "code" in body.data ? await adminToken(body.data.code) : body.data.token;
    const holder = await holderOf(credential);
    for (const cookie of await sessions.begin(holder)) c.header("set-cookie", cookie, { append: true });
    return c.json({ sub: holder.sub, role: holder.role });
  });

  app.post("/sign-out", (c) => {
    for (const cookie of sessions.end(c.var.session)) c.header("set-cookie", cookie, { append: true });
    return c.body(null, 204);
  });

  // 200 for everybody: a page asks before it shows the sign-in, and a 401 would be an error in its console.
  app.get("/me", (c) => {
    const { session } = c.var;
    if (!session) return c.json({ user: null });
    const { sub, role, kind, expires, csrf } = session;
    return c.json({ user: { sub, role, kind }, expires, csrf });
  });

  async function adminToken(code: string): Promise<string> {
    if (!codes.redeem(code)) {
      throw unauthorized("This code was used already, has expired or was never issued");
    }
    return await signJwt(jwtSecret, { sub: "admin", role: "admin", expiresInSeconds: hours * 3600 });
  }

  return app;
}

async function shortJson(request: Request): Promise<unknown> {
  const text = await request.text();
  if (text.length > LONGEST_BODY) throw new ServiceError(413, "The body is too large");
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
