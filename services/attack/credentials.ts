/** Tries every operation with invalid credentials. */
import { SignJWT, UnsecuredJWT } from "jose";
import { fromNewAddress, SECRET } from "./platform.ts";
import type { Fault } from "./refusals.ts";
import { requestOf, type Target } from "./target.ts";

const encoded = (secret: string) => new TextEncoder().encode(secret);

/** Authorization headers that must be refused, with their faults. */
export async function badCredentials(): Promise<[what: string, authorization: string | undefined][]> {
  const now = Math.floor(Date.now() / 1000);
  const sign = (claims: Record<string, unknown>, { secret = SECRET, alg = "HS256" } = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg, typ: "JWT" }).sign(encoded(secret));
  const good = { sub: "mallory", role: "admin", iat: now, exp: now + 3600 };
  const whole = await sign(good);
  const [header = "", payload = "", signature = ""] = whole.split(".");
  const promoted = btoa(JSON.stringify({ ...good, sub: "someone else" })).replaceAll("=", "");
  const unsigned = new UnsecuredJWT({ ...good }).encode();
  const tokens: [string, string][] = [
    ["an expired token", await sign({ ...good, exp: now - 3600 })],
    ["a token that never ends", await sign({ sub: "mallory", role: "admin" })],
    ["a token of another secret", await sign(good, { secret: "another secret of 32 characters or more" })],
    ["a token without a signature", unsigned],
    ["a token with an empty signature", `${header}.${payload}.`],
    ["a token with another's payload", `${header}.${promoted}.${signature}`],
    ["a token with a cut signature", whole.slice(0, -3)],
    ["a token of another algorithm", await sign(good, { alg: "HS512" })],
    ["a token for no subject", await sign({ ...good, sub: undefined })],
    ["a token for an empty subject", await sign({ ...good, sub: "" })],
    ["a subject with NUL", await sign({ ...good, sub: "a\0b" })],
    ["a subject that is a number", await sign({ ...good, sub: 1 })],
    ["no role", await sign({ ...good, role: undefined })],
    ["an unknown role", await sign({ ...good, role: "root" })],
    ["a role of the prototype", await sign({ ...good, role: "__proto__" })],
    ["a token not yet good", await sign({ ...good, nbf: now + 3600 })],
    ["no token at all", "garbage"],
    ["dots", ".."],
    ["a huge token", `${header}.${"A".repeat(6_000)}.${signature}`],
  ];
  return [
    ["no credential", undefined],
    ["an empty one", "Bearer "],
    ["basic authentication", `Basic ${btoa("admin:admin")}`],
    ["a scheme of no name", whole],
    ...tokens.map(([what, token]): [string, string] => [what, `Bearer ${token}`]),
  ];
}

/**
 * Tries `each` bad credentials, or all, on each of `targets` that needs a credential, in rotation. Any answer
 * except 401 is a fault.
 */
export async function tryCredentials(
  targets: Target[],
  { each = Infinity }: { each?: number } = {},
): Promise<{ requests: number; faults: Fault[] }> {
  const faults: Fault[] = [];
  const credentials = await badCredentials();
  let requests = 0;
  for (const target of targets.filter(({ open }) => !open)) {
    for (let turn = 0; turn < Math.min(each, credentials.length); turn++) {
      const [what, authorization] = credentials[requests % credentials.length] ??
        ["no credential", undefined];
      requests += 1;
      const headers = { ...fromNewAddress(), ...(authorization ? { authorization } : {}) };
      const response = await fetch(requestOf(target, { headers }));
      await response.body?.cancel();
      if (response.status !== 401) {
        faults.push({ id: target.id, fault: `answers ${response.status} to ${what}` });
      }
    }
  }
  return { requests, faults };
}
