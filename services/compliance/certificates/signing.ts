import { CompactSign, compactVerify, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import type { Sql } from "lib/database/db.ts";
import { jsonColumn } from "lib/database/json_column.ts";

/** Signs with Ed25519 and verifies its own signatures. */
export interface Signer {
  /** A compact JWS whose payload is `bytes`. */
  sign(bytes: Uint8Array): Promise<string>;
  /** Whether `jws` is this service's signature over exactly `bytes`. */
  verifies(jws: string, bytes: Uint8Array): Promise<boolean>;
  /** The public keys, as `/.well-known/jwks.json` has them. */
  jwks(): { keys: JWK[] };
}

/** Opens the signing key, which all processes share through the database; the first one makes it. */
export async function openSigner(sql: Sql, { now = Date.now }: { now?: () => number } = {}): Promise<Signer> {
  const rows = await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtext('diwan:compliance:signing'))`;
    const kept = await tx<{ kid: string; private_jwk: JWK; public_jwk: JWK }[]>`
      select kid, private_jwk, public_jwk from compliance.signing_keys order by made_at desc, kid`;
    if (kept.length > 0) return [...kept];
    const pair = await generateKeyPair("EdDSA", { crv: "Ed25519", extractable: true });
    const kid = crypto.randomUUID();
    const private_jwk = await exportJWK(pair.privateKey);
    const public_jwk: JWK = { ...await exportJWK(pair.publicKey), kid, alg: "EdDSA", use: "sig" };
    await tx`insert into compliance.signing_keys ${
      tx({
        kid,
        private_jwk: tx.json(jsonColumn(private_jwk)),
        public_jwk: tx.json(jsonColumn(public_jwk)),
        made_at: new Date(now()),
      })
    }`;
    return [{ kid, private_jwk, public_jwk }];
  });
  const [newest] = rows;
  if (!newest) throw new Error("There is no signing key");
  const privateKey = await importJWK(newest.private_jwk, "EdDSA");
  const publicKeys = new Map(
    await Promise.all(
      rows.map(async ({ kid, public_jwk }) => [kid, await importJWK(public_jwk, "EdDSA")] as const),
    ),
  );
  return {
    sign: (bytes) =>
      new CompactSign(bytes).setProtectedHeader({ alg: "EdDSA", kid: newest.kid }).sign(privateKey),
    async verifies(jws, bytes) {
      try {
        const { payload } = await compactVerify(jws, ({ kid }) => {
          const key = publicKeys.get(kid ?? "");
          if (!key) throw new Error("unknown key");
          return key;
        }, { algorithms: ["EdDSA"] });
        return payload.length === bytes.length && payload.every((byte, index) => byte === bytes[index]);
      } catch {
        return false;
      }
    },
    jwks: () => ({ keys: rows.map(({ public_jwk }) => public_jwk) }),
  };
}
