import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { readEnv } from "lib/env.ts";
import { startGateway, testTarget } from "../calls/call_fixture.ts";
import { WIRES } from "../wires/all.ts";
import { openProviderEgress } from "./provider_egress.ts";
import { GatewayProviderEnv } from "./provider_env.ts";
import { createUpstream } from "./upstream.ts";

const file = (name: string) =>
  fileURLToPath(new URL(`../../../lib/http/tls_fixture/${name}`, import.meta.url));
const open = (given: Record<string, string>) =>
  openProviderEgress(readEnv(GatewayProviderEnv, (name) => given[name]));

Deno.test("providers with a private certificate authority are reachable, with native and translated wires", async () => {
  const [cert, key] = await Promise.all(
    ["server.pem", "server.key"].map((name) => Deno.readTextFile(file(name))),
  );
  assert.ok(cert && key);
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, cert, key, onListen: () => {} },
    (request) =>
      Response.json(
        request.url.includes("messages")
          ? { id: "m", content: [{ type: "text", text: "hi" }], stop_reason: "end_turn", usage: {} }
          : { choices: [{ index: 0, message: { role: "assistant", content: "hi" }, finish_reason: "stop" }] },
      ),
  );
  const { egress, fetchClient: client } = await open({ PROVIDER_CA_FILE: file("ca.pem") });
  const upstream = createUpstream(egress);
  const at = `https://localhost:${server.addr.port}`;
  await using gateway = await startGateway({
    models: { passed: [testTarget(at)], translated: [testTarget(at, { wire: "anthropic", client })] },
    wires: WIRES,
    deps: { upstream },
  });
  for (const model of ["passed", "translated"]) {
    const response = await gateway.post({ model, messages: [{ role: "user", content: "Hi" }] });
    const { choices } = await response.json();
    assert.deepEqual([response.status, choices?.[0].message.content], [200, "hi"], model);
  }
  upstream.close();
  client?.close();
  await server.shutdown();
});

Deno.test("missing, invalid and unpaired certificates fail with an error that names the setting", async () => {
  const cases: [Record<string, string>, RegExp][] = [
    [{ PROVIDER_CA_FILE: "/nowhere.pem" }, /PROVIDER_CA_FILE: \/nowhere\.pem cannot be read/],
    [{ PROVIDER_CA_FILE: file("client.key") }, /PROVIDER_CA_FILE: .* contains no certificate/],
    [{ PROVIDER_CERT_FILE: file("client.pem") }, /PROVIDER_CERT_FILE and PROVIDER_KEY_FILE/],
    [
      { PROVIDER_CERT_FILE: file("client.pem"), PROVIDER_KEY_FILE: file("client.pem") },
      /PROVIDER_KEY_FILE: .* contains no private key/,
    ],
  ];
  for (const [given, fault] of cases) await assert.rejects(open(given), fault);
  assert.throws(
    () => readEnv(GatewayProviderEnv, (name) => name === "HTTPS_PROXY" ? "proxy:3128" : undefined),
    /http:\/\//,
  );
});

Deno.test("the proxy setting is read in upper and lower case, upper case first", async () => {
  const url = new URL("https://api.openai.com");
  const proxied = async (given: Record<string, string>) => (await open(given)).egress.proxyFor(url)?.host;
  assert.equal(await proxied({}), undefined);
  assert.equal(await proxied({ https_proxy: "http://low:1" }), "low:1");
  assert.equal(await proxied({ https_proxy: "http://low:1", HTTPS_PROXY: "http://high:2" }), "high:2");
  assert.equal(await proxied({ https_proxy: "http://low:1", no_proxy: "openai.com" }), undefined);
});
