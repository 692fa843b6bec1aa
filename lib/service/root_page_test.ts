import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { example } from "lib/service/service_fixture.ts";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const app = example({ consolePlace: { port: 8080 } });

Deno.test("/ answers programs without a token, with links that answer too", async () => {
  const response = await app.request("http://localhost:8007/");
  assert.equal(response.status, 200);
  const { product, links } = await response.json();
  assert.equal(product, "Diwan Example");
  const { console: desk, ...own } = links;
  assert.equal(desk, "http://localhost:8080/");
  assert.deepEqual(Object.keys(own), ["docs", "redoc", "openapi", "health"]);
  for (const path of Object.values(own)) {
    assert.equal((await app.request(new URL(String(path), "http://localhost:8007/").href)).status, 200);
  }
});

for (const accept of ["application/json", "*/*", "text/html;q=0", "application/json, text/html;q=0.5", ""]) {
  Deno.test(`/ is JSON for Accept: ${accept || "(none)"}`, async () => {
    const response = await app.request("/", { headers: accept ? { accept } : {} });
    assert.match(response.headers.get("content-type") ?? "", /^application\/json/);
    assert.equal(response.headers.get("vary"), "Accept, Accept-Language");
  });
}

Deno.test("/ is a page for browsers, in English and Arabic, that loads nothing", async () => {
  const page = async (language: string) => {
    const response = await app.request("http://localhost:8007/", {
      headers: { accept: BROWSER, "accept-language": language },
    });
    assert.equal(response.status, 200);
    return { html: await response.text(), policy: response.headers.get("content-security-policy") ?? "" };
  };
  const english = await page("fr-FR, en-GB;q=0.8, ar;q=0.3");
  assert.match(english.html, /<html lang="en" dir="ltr">.*<a href="docs">Documentation/);
  const { html, policy } = await page("ar-AE, ar;q=0.9, en;q=0.8");
  assert.match(html, /<html lang="ar" dir="rtl">.*<a href="health">حالة الخدمة/);
  assert.match(html, /<a href="http:\/\/localhost:8080\/">لوحة التحكم/);
  const style = /<style>(.*)<\/style>/.exec(html)?.[1] ?? "";
  const hash = createHash("sha256").update(style).digest("base64");
  assert.ok(policy.startsWith("default-src 'none'") && policy.endsWith(`style-src 'sha256-${hash}'`), policy);
  assert.doesNotMatch(html, /<script|style="| on\w+=/);
});

Deno.test("/ links to the console's configured address, and never to a foreign host", async () => {
  const at = async (url: string, consolePlace?: { port: number; publicUrl?: string }) =>
    (await (await example({ consolePlace }).request(url)).json()).links.console;
  const named = { port: 8080, publicUrl: "https://diwan.example.org" };
  assert.equal(await at("https://api.example.org/", named), "https://diwan.example.org");
  assert.equal(await at("https://api.example.org/", { port: 8080 }), undefined);
  assert.equal(await at("http://10.0.0.5:8007/", { port: 9000 }), "http://10.0.0.5:9000/");
  assert.equal(await at("http://[::1]:8007/", { port: 9000 }), "http://[::1]:9000/");
  assert.equal(await at("http://localhost:8007/"), undefined);
});

Deno.test("other methods of / and other paths are unaffected", async () => {
  assert.equal((await app.request("/", { method: "HEAD" })).status, 200);
  assert.equal((await app.request("/", { method: "POST" })).status, 401);
  assert.equal((await app.request("/nothing")).status, 401);
});
