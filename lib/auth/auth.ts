/** Who is calling: JSON Web Tokens signed with the platform's secret or by an OpenID Connect issuer. */
import type { Context, MiddlewareHandler } from "hono";
import { createRemoteJWKSet, decodeJwt, errors, jwtVerify, SignJWT } from "jose";
import type { JWTPayload, JWTVerifyGetKey } from "jose";
import { z } from "zod";
import { forbidden, unauthorized, unavailable } from "lib/errors.ts";
import type { AppEnv } from "lib/auth/app_env.ts";
import { textOf } from "lib/text.ts";
import { Role, type User } from "lib/auth/user.ts";
import { rememberingVerifier, type Verified } from "lib/auth/verified_tokens.ts";

export { Role, type User };

/** Answers who holds `jwt`; throws 401 when it is not valid. */
export type VerifyJwt = (jwt: string) => Promise<User>;

/** An OpenID Connect issuer whose tokens are accepted. */
export interface OidcOptions {
  /** The issuer, exactly as its tokens name it. */
  issuer: string;
  /** The audience that its tokens must name. */
  audience: string;
  /** Claim that holds the role; dots descend, unless a claim has the whole name. */
  roleClaim: string;
  /** Maps the issuer's names of roles to ours; when present, unmapped names are ignored. */
  roles?: ReadonlyMap<string, Role>;
}

const CLOCK_SKEW_SECONDS = 30;
// A subject is stored with everything its holder does, and is part of index keys, whose size is limited.
const LONGEST_NAME = 512;
const Name = textOf({ min: 1, max: LONGEST_NAME });
const ASYMMETRIC = ["RS256", "ES256", "EdDSA", "Ed25519"];

/**
 * A verifier of platform tokens (HS256 by `secret`) and, with `oidc`, of the issuer's tokens instead:
 * then HS256 is accepted only from the platform's own services.
 */
export function jwtVerifier({ secret, oidc }: { secret: string; oidc?: OidcOptions }): VerifyJwt {
  const key = new TextEncoder().encode(secret);
  const issued = oidc && oidcCheck(oidc);
  return rememberingVerifier(async (jwt) => {
    const claims = decoded(jwt);
    if (issued && typeof claims.service !== "string") return await issued(jwt);
    const { payload } = await checked(() =>
      jwtVerify(jwt, key, {
        algorithms: ["HS256"],
        requiredClaims: ["sub", "exp"],
        clockTolerance: CLOCK_SKEW_SECONDS,
      })
    );
    return { user: userOf(payload, jwt, "role"), until: endOf(payload) };
  });
}

/** A verifier of the tokens of one OpenID Connect issuer, its keys discovered, cached and rotated. */
export function oidcVerifier(options: OidcOptions): VerifyJwt {
  return rememberingVerifier(oidcCheck(options));
}

function oidcCheck({ issuer, audience, roleClaim, roles }: OidcOptions): (jwt: string) => Promise<Verified> {
  let keys: Promise<JWTVerifyGetKey> | undefined;
  const discover = () =>
    keys ??= discoverKeys(issuer).catch((cause) => {
      keys = undefined;
      throw unavailable("The OpenID Connect issuer cannot be reached", { cause });
    });
  return async (jwt) => {
    const jwks = await discover();
    const { payload } = await checked(() =>
      jwtVerify(jwt, jwks, {
        issuer,
        audience,
        algorithms: ASYMMETRIC,
        requiredClaims: ["sub", "exp"],
        clockTolerance: CLOCK_SKEW_SECONDS,
      })
    );
    // The issuer may revoke a key, so the token is checked again after a minute.
    const until = Math.min(endOf(payload), Date.now() + 60_000);
    return { user: userOf(payload, jwt, roleClaim, roles), until };
  };
}

/** When a token expires, in milliseconds since 1970, with an allowance for clock skew. */
function endOf({ exp = 0 }: JWTPayload): number {
  return (exp + CLOCK_SKEW_SECONDS) * 1000;
}

async function discoverKeys(issuer: string): Promise<JWTVerifyGetKey> {
  const address = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const response = await fetch(address, { signal: AbortSignal.timeout(5_000), redirect: "error" });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  const { jwks_uri } = z.object({ issuer: z.literal(issuer), jwks_uri: z.url() }).parse(
    await response.json(),
  );
  return createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: 5_000, cooldownDuration: 30_000 });
}

function decoded(jwt: string): JWTPayload {
  try {
    return decodeJwt(jwt);
  } catch {
    throw unauthorized("Invalid token");
  }
}

async function checked<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw unauthorized("Token has expired");
    if (isAboutToken(error)) throw unauthorized("Invalid token");
    throw unavailable("The OpenID Connect issuer cannot be reached", { cause: error });
  }
}

/** Failures to fetch or read the issuer's keys are not the token's fault; jose gives some of them no code of their own. */
function isAboutToken(error: unknown): boolean {
  return error instanceof errors.JOSEError && error.code !== errors.JOSEError.code &&
    !(error instanceof errors.JWKSTimeout) && !(error instanceof errors.JWKSInvalid);
}

function userOf(
  payload: JWTPayload,
  jwt: string,
  roleClaim: string,
  roles?: ReadonlyMap<string, Role>,
): User {
  const path = roleClaim in payload ? [roleClaim] : roleClaim.split(".");
  const role = roleOf(path.reduce<unknown>(property, payload), roles);
  const { sub } = payload;
  if (typeof sub !== "string" || !sub) throw unauthorized("Token names no subject");
  if (!Name.safeParse(sub).success) {
    throw unauthorized(`Token's subject is not text of at most ${LONGEST_NAME} characters`);
  }
  if (!role) throw unauthorized(`Token names no role of ${Role.options.join(", ")} in claim ${roleClaim}`);
  const service = Name.safeParse(payload.service);
  return { sub, role, jwt, ...(service.success ? { service: service.data } : {}) };
}

function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

/** The strongest role that a claim names: a string, or one of a list as issuers with groups send. */
function roleOf(claim: unknown, roles?: ReadonlyMap<string, Role>): Role | undefined {
  const named = (Array.isArray(claim) ? claim : [claim]).map((name) => roles?.size ? roles.get(name) : name);
  return Role.options.find((role) => named.includes(role));
}

/** A platform token (HS256) for `sub`; `service` marks the platform's own services. */
export async function signJwt(
  secret: string,
  { sub, role, expiresInSeconds = 3600, service }: {
    sub: string;
    role: Role;
    expiresInSeconds?: number;
    service?: string;
  },
): Promise<string> {
  return await new SignJWT({ role, ...(service ? { service } : {}) })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setSubject(sub).setIssuedAt().setExpirationTime(Math.floor(Date.now() / 1000) + expiresInSeconds)
    .sign(new TextEncoder().encode(secret));
}

/** The token of an `Authorization: Bearer …` header, or undefined. */
export function bearerToken(c: Context): string | undefined {
  return /^Bearer +([\w.~+/=-]+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
}

/** Requires a valid token and puts its holder in `c.var.user`. */
export function authenticate({ verify }: { verify: VerifyJwt }): MiddlewareHandler<AppEnv> {
  return async function authenticate(c, next) {
    const jwt = bearerToken(c);
    if (!jwt) throw unauthorized("Not authenticated: send Authorization: Bearer <JWT>");
    c.set("user", await verify(jwt));
    await next();
  };
}

/** Lets only these roles pass; 403 names the caller's role and those required. */
export function requireRole(...roles: Role[]): MiddlewareHandler<AppEnv> {
  return async function requireRole(c, next) {
    const { role } = c.var.user;
    if (!roles.includes(role)) throw forbidden(role, roles);
    await next();
  };
}
