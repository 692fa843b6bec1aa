/** Sign-in by the organisation's OpenID Connect issuer: authorization code with PKCE. */
import { Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { html } from "hono/html";
import { EncryptJWT, jwtDecrypt } from "jose";
import * as client from "openid-client";
import { z } from "zod";
import { ServiceError, tooManyRequests, unauthorized, unavailable } from "lib/errors.ts";
import type { Attempts } from "./attempts.ts";
import type { ConsoleEnv } from "./console_env.ts";
import type { HolderOf } from "./credential.ts";
import { sealingKey, type Sessions } from "./session.ts";

export interface OidcDeps {
  issuer: string;
  clientId: string;
  clientSecret?: string;
  scope: string;
  /** The console's address as the browser sees it, when a setting says it. */
  publicUrl?: string;
  jwtSecret: string;
  sessions: Sessions;
  holderOf: HolderOf;
  attempt: Attempts;
  port: number;
}

const Journey = z.object({ verifier: z.string(), state: z.string(), nonce: z.string(), back: z.string() });
const JOURNEY_SECONDS = 600;

/** `/auth/start` leads to the issuer, which leads back to `/auth/callback`. */
export function oidc(deps: OidcDeps): Hono<ConsoleEnv> {
  const { jwtSecret, sessions, holderOf, attempt, scope, port } = deps;
  const app = new Hono<ConsoleEnv>();
  const configuration = discovered(deps);
  const key = sealingKey(jwtSecret, "diwan console journey");
  const cookie = `diwan_${port}_journey`;
  const callback = (url: string) => new URL("/auth/callback", deps.publicUrl ?? url).href;

  app.get("/auth/start", async (c) => {
    if (!attempt(c.var.ip)) throw tooManyRequests(60);
    const journey = {
      verifier: client.randomPKCECodeVerifier(),
      state: client.randomState(),
      nonce: client.randomNonce(),
      back: ownPath(c.req.query("back")),
    };
    const address = client.buildAuthorizationUrl(await configuration(), {
      redirect_uri: callback(c.req.url),
      scope,
      code_challenge: await client.calculatePKCECodeChallenge(journey.verifier),
      code_challenge_method: "S256",
      state: journey.state,
      nonce: journey.nonce,
    });
    const sealed = await new EncryptJWT(journey).setProtectedHeader({ alg: "dir", enc: "A256GCM" })
      .setExpirationTime(`${JOURNEY_SECONDS} s`).encrypt(await key);
    // Strict would not come back from another site.
    setCookie(c, cookie, sealed, {
      httpOnly: true,
      sameSite: "Lax",
      path: "/auth",
      maxAge: JOURNEY_SECONDS,
      secure: callback(c.req.url).startsWith("https:"),
    });
    return c.redirect(address.href);
  });

  app.get("/auth/callback", async (c) => {
    if (!attempt(c.var.ip)) throw tooManyRequests(60);
    const sealed = getCookie(c, cookie);
    deleteCookie(c, cookie, { path: "/auth" });
    const journey = sealed ? await journeyOf(sealed, await key) : undefined;
    if (!journey) {
      throw unauthorized("This sign-in took too long, or was started in another browser: start again");
    }
    const address = new URL(callback(c.req.url));
    address.search = new URL(c.req.url).search;
    const tokens = await client.authorizationCodeGrant(await configuration(), address, {
      pkceCodeVerifier: journey.verifier,
      expectedState: journey.state,
      expectedNonce: journey.nonce,
    }).catch((cause) => {
      throw new ServiceError(401, "The issuer refused this sign-in: start again", { cause });
    });
    const holder = await firstGood([tokens.access_token, tokens.id_token], holderOf);
    for (const value of await sessions.begin(holder)) c.header("set-cookie", value, { append: true });
    // The Strict cookie would not come along with a redirect of this request, which another site caused.
    const target = new URL(journey.back, address).href;
    return c.html(html`<!doctype html><meta charset="utf-8"><title>Diwan</title>
<meta http-equiv="refresh" content="0;url=${target}"><a href="${target}">Diwan</a>`);
  });

  return app;
}

function discovered({ issuer, clientId, clientSecret }: OidcDeps): () => Promise<client.Configuration> {
  let known: Promise<client.Configuration> | undefined;
  const execute = [
    client.enableNonRepudiationChecks,
    ...new URL(issuer).protocol === "http:" ? [client.allowInsecureRequests] : [],
  ];
  const authentication = clientSecret ? client.ClientSecretPost(clientSecret) : client.None();
  return () =>
    known ??= client.discovery(new URL(issuer), clientId, undefined, authentication, { execute }).catch(
      (cause) => {
        known = undefined;
        throw unavailable("The OpenID Connect issuer cannot be reached", { cause, retryAfterSeconds: 5 });
      },
    );
}

async function journeyOf(sealed: string, key: Uint8Array): Promise<z.output<typeof Journey> | undefined> {
  try {
    return Journey.parse((await jwtDecrypt(sealed, key)).payload);
  } catch {
    return undefined;
  }
}

/** Services take the token that names their audience; some issuers put it into one, some into the other. */
async function firstGood(tokens: (string | undefined)[], holderOf: HolderOf) {
  let refused: unknown = unauthorized("The issuer gave no token");
  for (const token of tokens) {
    if (!token) continue;
    try {
      return await holderOf(token);
    } catch (error) {
      refused = error;
    }
  }
  throw refused;
}

/** A path of this console, whatever was asked for. */
function ownPath(path = "/"): string {
  const url = URL.parse(path, "http://console.invalid");
  if (url?.host !== "console.invalid") return "/";
  // A path of two slashes, as `/.//` comes to, would be another host.
  return `${url.pathname.replace(/^\/+/, "/")}${url.search}`;
}
