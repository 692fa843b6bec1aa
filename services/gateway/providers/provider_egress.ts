import { type Egress, proxyRules } from "lib/http/egress.ts";
import { SettingsError } from "lib/env.ts";
import type { GatewayProviderEnv } from "./provider_env.ts";

/** The route to providers, for both HTTP clients. */
export interface ProviderEgress {
  egress: Egress;
  /** Client for `fetch`, which reads proxy settings itself; undefined without certificates. */
  fetchClient: Deno.HttpClient | undefined;
}

/** Reads the configured certificates. @throws {SettingsError} for a missing or invalid file. */
export async function openProviderEgress(env: GatewayProviderEnv): Promise<ProviderEgress> {
  const { PROVIDER_CA_FILE: caFile, PROVIDER_CERT_FILE: certFile, PROVIDER_KEY_FILE: keyFile } = env;
  if ((certFile === undefined) !== (keyFile === undefined)) {
    throw new SettingsError("PROVIDER_CERT_FILE and PROVIDER_KEY_FILE: set both or neither");
  }
  const caCerts = caFile === undefined ? undefined : [await pem("PROVIDER_CA_FILE", caFile, "CERTIFICATE")];
  const certificate = certFile === undefined || keyFile === undefined ? undefined : {
    cert: await pem("PROVIDER_CERT_FILE", certFile, "CERTIFICATE"),
    key: await pem("PROVIDER_KEY_FILE", keyFile, "PRIVATE KEY"),
  };
  const proxy = env.HTTPS_PROXY ?? env.https_proxy;
  const egress: Egress = {
    proxyFor: proxyRules(proxy === undefined ? undefined : new URL(proxy), env.NO_PROXY ?? env.no_proxy),
    ...caCerts ? { caCerts } : {},
    ...certificate ? { certificate } : {},
  };
  return { egress, fetchClient: caCerts || certificate ? clientOf(egress) : undefined };
}

function clientOf({ caCerts = [], certificate }: Egress): Deno.HttpClient {
  try {
    return Deno.createHttpClient({ caCerts, ...certificate });
  } catch (cause) {
    const words = cause instanceof Error ? cause.message : String(cause);
    throw new SettingsError(
      `PROVIDER_CA_FILE, PROVIDER_CERT_FILE or PROVIDER_KEY_FILE cannot be used: ${words}`,
    );
  }
}

async function pem(setting: string, path: string, kind: string): Promise<string> {
  const text = await Deno.readTextFile(path).catch(() => {
    throw new SettingsError(`${setting}: ${path} cannot be read`);
  });
  if (new RegExp(`-----BEGIN [A-Z ]*${kind}-----`).test(text)) return text;
  throw new SettingsError(`${setting}: ${path} contains no ${kind.toLowerCase()} in PEM format`);
}
