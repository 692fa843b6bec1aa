import { signJwt } from "lib/auth/auth.ts";
import { defineFront, host } from "lib/host/host.ts";
import { createApp } from "./app.ts";
import { addressesOf, Env } from "./env.ts";
import { lazyAssets } from "./server/assets.ts";
import { attempts } from "./server/attempts.ts";
import { holderOf } from "./server/credential.ts";
import { live } from "./server/live.ts";
import { oneTimeCodes } from "./server/one_time_code.ts";
import { openSessions } from "./server/session.ts";

const TOKEN_SECONDS = 3_600;

export const webConsole = defineFront({
  name: "console",
  env: Env,
  port: (env) => env.CONSOLE_PORT,
  async start({ env, secrets, verify, lifecycle, installation, log }) {
    const addresses = addressesOf(env);
    const { jwtSecret } = secrets;
    const publicUrl = env.CONSOLE_PUBLIC_URL;
    const codes = oneTimeCodes();
    const events = live(addresses);
    const hours = env.CONSOLE_SESSION_HOURS;
    const { OIDC_ISSUER: issuer, CONSOLE_OIDC_CLIENT_ID: clientId } = env;
    const assets = lazyAssets();
    const app = createApp({
      assets,
      sessions: await openSessions({
        secret: jwtSecret,
        port: env.CONSOLE_PORT,
        secure: publicUrl?.startsWith("https:") ?? false,
      }),
      codes,
      holderOf: holderOf({ verify, gateway: addresses.gateway, hours }),
      attempt: attempts(),
      admit: attempts({ perMinute: env.CONSOLE_REQUESTS_PER_MINUTE }),
      addresses,
      live: events,
      serviceToken: serviceTokens(jwtSecret),
      jwtSecret,
      hours,
      publicUrl,
      oidc: issuer && clientId
        ? { issuer, clientId, clientSecret: env.CONSOLE_OIDC_CLIENT_SECRET, scope: env.CONSOLE_OIDC_SCOPE }
        : undefined,
      port: env.CONSOLE_PORT,
      trustedProxies: env.TRUSTED_PROXIES,
      lifecycle,
      installation,
      log,
    });
    const address = publicUrl ?? `http://localhost:${env.CONSOLE_PORT}`;
    // An issuer's services take no other tokens; and a code has no business in a log that is collected, so only a
    // person at the terminal gets one.
    const invitation = () =>
      issuer
        ? `Open ${address} and sign in with your organisation.`
        : `Open ${
          new URL("/sign-in", address).href
        }#${codes.issue()}\nto sign in as the first admin (once, within 15 minutes).`;
    const invite = () => {
      if (Deno.stdout.isTerminal()) Deno.stdout.writeSync(new TextEncoder().encode(`${invitation()}\n`));
    };
    return {
      fetch: app.fetch,
      stop: () => Promise.resolve(events.close()),
      reload: () => Promise.resolve(invite()),
      async welcome() {
        // Whoever reads this opens a page next.
        if (Deno.stdout.isTerminal()) await assets();
        return [invitation()];
      },
    };
  },
});

/** A token that says who the console is, made anew before it ends. */
function serviceTokens(secret: string): () => Promise<string> {
  let made: Promise<string> | undefined;
  let until = 0;
  return () => {
    if (!made || Date.now() > until) {
      until = Date.now() + TOKEN_SECONDS * 500;
      const holder = { sub: "console", role: "user", service: "console" } as const;
      made = signJwt(secret, { ...holder, expiresInSeconds: TOKEN_SECONDS });
    }
    return made;
  };
}

if (import.meta.main) await host([webConsole]);
