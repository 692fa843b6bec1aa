import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { feature, json } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { Signer } from "./signing.ts";

const SigningKeys = z.object({
  keys: z.array(z.looseObject({ kty: z.string(), kid: z.string().optional(), alg: z.string().optional() })),
}).meta({ id: "SigningKeys" });

/** The public keys that certificates are verified with. */
export function signingKeys(signer: Signer): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "getSigningKeys",
      method: "get",
      path: "/.well-known/jwks.json",
      tags: ["certificates"],
      summary: "Read the public keys that sign certificates",
      description: "Open to anyone; a JSON Web Key Set (RFC 7517).",
      open: true,
      answers: { 200: json(SigningKeys, "The keys") },
    }),
    (c) => c.json({ keys: signer.jwks().keys.map((key) => ({ ...key, kty: key.kty ?? "OKP" })) }, 200),
  );

  return app;
}
