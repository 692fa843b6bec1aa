/** A test issuer of OpenID Connect. */
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { scripted } from "../console_fixture.ts";

/** A small issuer that authenticates everyone at once; `tamper` changes the claims that it signs. */
export async function issuer(
  tamper: (claims: Record<string, unknown>) => void = () => {},
): Promise<ReturnType<typeof scripted>> {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const jwk = { ...await exportJWK(publicKey), kid: "1", alg: "ES256" };
  const codes = new Map<string, { challenge: string; nonce: string }>();
  const server = scripted(async (request) => {
    const url = new URL(request.url);
    if (url.pathname === "/.well-known/openid-configuration") {
      return Response.json({
        issuer: url.origin,
        authorization_endpoint: `${url.origin}/authorize`,
        token_endpoint: `${url.origin}/token`,
        jwks_uri: `${url.origin}/jwks`,
        response_types_supported: ["code"],
        id_token_signing_alg_values_supported: ["ES256"],
        code_challenge_methods_supported: ["S256"],
      });
    }
    if (url.pathname === "/jwks") return Response.json({ keys: [jwk] });
    if (url.pathname === "/authorize") {
      const code = crypto.randomUUID();
      const { code_challenge = "", nonce = "", state, redirect_uri } = Object.fromEntries(url.searchParams);
      codes.set(code, { challenge: code_challenge, nonce });
      return Response.redirect(`${redirect_uri}?code=${code}&state=${state}`);
    }
    const form = new URLSearchParams(await request.text());
    const code = form.get("code") ?? "";
    const known = codes.get(code);
    codes.delete(code);
    const digest = await crypto.subtle.digest(
      "SHA-256",
      new TextEncoder().encode(form.get("code_verifier") ?? ""),
    );
    const challenge = new Uint8Array(digest).toBase64({ alphabet: "base64url", omitPadding: true });
    if (!known || known.challenge !== challenge) {
      return Response.json({ error: "invalid_grant" }, { status: 400 });
    }
    const claims = { sub: "amal", role: "manager", nonce: known.nonce };
    tamper(claims);
    const id_token = await new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid: "1" }).setIssuer(
      url.origin,
    )
      .setAudience("diwan").setIssuedAt().setExpirationTime("1h").sign(privateKey);
    return Response.json({ access_token: "opaque", token_type: "bearer", id_token, expires_in: 3600 });
  });
  return server;
}
