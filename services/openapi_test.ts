import { Validator } from "@seriousme/openapi-schema-validator";
import assert from "node:assert/strict";
import { quickEmbedded } from "lib/testing.ts";
import { z } from "zod";
import { SERVICES } from "./all.ts";

const Example = { example: z.unknown().optional() };
const Schema = z.object({ ...Example, properties: z.record(z.string(), z.object(Example)).default({}) });
const Body = z.object({ schema: Schema.extend({ $ref: z.string().default("") }) });
const Operation = z.object({
  requestBody: z.object({ content: z.record(z.string(), Body) }).optional(),
  summary: z.string().min(1),
  operationId: z.string().optional(),
  parameters: z.array(z.object({ name: z.string(), in: z.string() })).default([]),
  responses: z.record(z.string(), z.unknown()),
});
const Document = z.object({
  openapi: z.string().regex(/^3\.1/),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), Schema) }),
});

/** All services in a process of their own, on free ports; gives each one's address. */
async function started(dir: string) {
  const ports = Object.fromEntries(SERVICES.map(({ name }) => [`${name.toUpperCase()}_PORT`, "0"]));
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "services/main.ts"],
    cwd: new URL("..", import.meta.url),
    env: {
      ...ports,
      HOST: "127.0.0.1",
      DATA_DIR: dir,
      ...await quickEmbedded(),
      LOG_LEVEL: "info",
    },
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const addresses = new Map<string, string>();
  let rest = "";
  for await (
    const text of child.stdout.pipeThrough(new TextDecoderStream()).values({ preventCancel: true })
  ) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines.filter(Boolean)) {
      const { service, url, message } = JSON.parse(line);
      if (url) addresses.set(service, url);
      if (message === "all services are ready") return { child, addresses };
    }
  }
  throw new Error(`the services ended with ${(await child.status).code}`);
}

/** What is odd in a document that the schema of OpenAPI lets pass. */
function oddities(document: z.output<typeof Document>): string[] {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, name: `${method} ${path}`, ...operation }))
  );
  const hasExample = ({ schema }: z.output<typeof Body>) => {
    const { example, properties } = document.components.schemas[schema.$ref.split("/").at(-1) ?? ""] ??
      schema;
    const each = Object.values(properties);
    return example !== undefined ||
      each.length > 0 && each.every((property) => property.example !== undefined);
  };
  const ids = operations.flatMap(({ operationId }) => operationId ?? []);
  return [
    ...operations.filter(({ path, parameters }) => {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
      const described = parameters.filter((one) => one.in === "path").map(({ name }) => name).sort();
      return named.join() !== described.join();
    }).map(({ name }) => `${name}: its path parameters are not those described`),
    ...operations.filter(({ responses }) => !Object.keys(responses).some((status) => /^[123]/.test(status)))
      .map(({ name }) => `${name}: no answer but failures`),
    ...operations.filter(({ requestBody }) => {
      const body = requestBody?.content["application/json"];
      return body !== undefined && !hasExample(body);
    }).map(({ name }) => `${name}: its JSON body has no example`),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id}: an operation's id twice`),
  ];
}

Deno.test("every service describes itself in valid OpenAPI 3.1, each operation with a summary, each JSON body with an example", async (t) => {
  const dir = await Deno.makeTempDir();
  const { child, addresses } = await started(dir);
  try {
    for (const { name } of SERVICES) {
      await t.step(name, async () => {
        const document: unknown = await (await fetch(`${addresses.get(name)}/openapi.json`)).json();
        const parsed = Document.parse(document);
        const { valid, errors } = await new Validator().validate(z.looseObject({}).parse(document));
        assert.ok(valid, JSON.stringify(errors));
        assert.deepEqual(oddities(parsed), []);
      });
    }
  } finally {
    child.kill("SIGTERM");
    await child.stdout.cancel().catch(() => {});
    assert.equal((await child.status).code, 0);
    await Deno.remove(dir, { recursive: true });
  }
});
