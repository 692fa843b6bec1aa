import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import assert from "node:assert/strict";
import { isObject, type JsonObject } from "lib/json_object.ts";
import { z } from "zod";
import { sharedPlatform } from "./platform_fixture.ts";

const Example = { example: z.unknown().optional() };
const Schema = z.object({ ...Example, properties: z.record(z.string(), z.object(Example)).default({}) });
const Body = z.object({ schema: Schema.extend({ $ref: z.string().default("") }) });
const Operation = z.object({
  requestBody: z.object({ content: z.record(z.string(), Body) }).optional(),
  responses: z.record(z.string(), z.unknown()),
});
const Document = z.object({
  openapi: z.string().regex(/^3\.1/),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), Schema) }),
});

/** Redocly's recommended rules, except these. */
const RULES = {
  // No licence is stated, and the specification itself has ambiguous paths (/tenders/stats).
  "info-license": "off",
  "no-ambiguous-paths": "off",
  // Health and readiness refuse nobody; a WebSocket answers 101.
  "operation-4xx-response": "off",
  "operation-2xx-response": "off",
  "parameter-description": "error",
  "operation-operationId-unique": "error",
} as const;

/**
 * Faults that OpenAPI linters miss: JSON bodies without an example, operations that only fail, undescribed
 * fields.
 */
function oddities(document: z.output<typeof Document>): string[] {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ name: `${method} ${path}`, ...operation }))
  );
  const hasExample = ({ schema }: z.output<typeof Body>) => {
    const named = document.components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? schema;
    const each = Object.values(named.properties);
    return named.example !== undefined ||
      each.length > 0 && each.every((property) => property.example !== undefined);
  };
  return [
    ...operations.filter(({ responses }) => !Object.keys(responses).some((status) => /^[123]/.test(status)))
      .map(({ name }) => `${name}: no answer but failures`),
    ...operations.filter(({ requestBody }) => {
      const body = requestBody?.content["application/json"];
      return body !== undefined && !hasExample(body);
    }).map(({ name }) => `${name}: its JSON body has no example`),
  ];
}

/** Undescribed fields of all schemas, by their path in the document. */
function withoutWords(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => withoutWords(item, path));
  if (!isObject(value)) return [];
  const { properties, example: _example, examples: _examples, ...rest } = value;
  const fields: JsonObject = isObject(properties) ? properties : {};
  const own = Object.entries(fields)
    .filter(([, field]) => isObject(field) && field.description === undefined && field.$ref === undefined)
    .map(([name]) => `${path}.${name}`);
  const below = [...Object.entries(rest), ...Object.entries(fields)];
  return [...own, ...below.flatMap(([name, item]) => withoutWords(item, `${path}.${name}`))];
}

Deno.test("every service has a valid OpenAPI 3.1 document without linter findings", async (t) => {
  const platform = await sharedPlatform();
  const config = await createConfig({ extends: ["recommended"], rules: RULES });
  for (const [service, address] of platform.addresses) {
    await t.step(service, async () => {
      const source = await (await fetch(`${address}/openapi.json`)).text();
      const document: unknown = JSON.parse(source);
      const { valid, errors } = await new Validator().validate(z.looseObject({}).parse(document));
      assert.ok(valid, JSON.stringify(errors));
      const problems = await lintFromString({ source, config });
      assert.deepEqual(
        problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
        [],
      );
      assert.deepEqual(oddities(Document.parse(document)), []);
      assert.deepEqual(withoutWords(document), []);
    });
    await t.step(
      `${service} has a page at / that links to its documentation, health and the console`,
      async () => {
        const response = await fetch(`${address}/`, { headers: { accept: "text/html" } });
        const page = await response.text();
        assert.equal(response.status, 200, page);
        assert.match(response.headers.get("content-security-policy") ?? "", /^default-src 'none'/);
        const links = [...page.matchAll(/href="([^"]*)"/g)].map(([, link = ""]) =>
          new URL(link, `${address}/`)
        );
        const [desk, ...own] = links;
        assert.equal(desk?.port, "0", "the port that the console was given");
        assert.deepEqual(own.map(({ pathname }) => pathname), [
          "/docs",
          "/redoc",
          "/openapi.json",
          "/health",
        ]);
        for (const link of own) {
          const linked = await fetch(link);
          await linked.body?.cancel();
          assert.equal(linked.status, 200, link.href);
        }
      },
    );
  }
});
