import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { isDeepStrictEqual } from "node:util";
import { endpoint } from "lib/service/endpoint.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import { textOf } from "lib/text.ts";
import { documentTypesOf, type TypeRow } from "./document_type.ts";
import { OwnTypeInput } from "./own_type_input.ts";
import { typesInYaml, typesToYaml } from "./type_file.ts";
import type { TypeDeps } from "./document_types.ts";
import { allowTypeImport, MOST_TYPES } from "./document_type_rules.ts";

const ImportInput = z.strictObject({
  yaml: textOf({ min: 1, max: 1_000_000 }).meta({ description: "The file in the format of the export" }),
  dry_run: z.boolean().default(false).meta({ description: "Report the changes without making them" }),
}).meta({
  id: "DocumentTypeImport",
  example: {
    yaml: "format: diwan document types 1\ntypes:\n  - name: delivery_note\n" +
      "    names: { en: Delivery note, ar: إشعار تسليم }\n    fields:\n      - key: driver\n" +
      "        names: { en: Driver, ar: السائق }\n        shape: text\n",
    dry_run: true,
  },
});

const ImportResult = z.object({
  created: z.array(z.string()).meta({ description: "New types", example: ["delivery_note"] }),
  updated: z.array(z.string()).meta({ description: "Changed types", example: [] }),
  unchanged: z.array(z.string()).meta({ description: "Unchanged types", example: [] }),
  dry_run: z.boolean().meta({ description: "Whether it was a dry run" }),
}).meta({ id: "DocumentTypeImportResult" });

const tags = ["types"];

/** Export and import of all custom types as one file. */
export function typeTransfer({ types }: TypeDeps): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "exportDocumentTypes",
      method: "get",
      path: "/types/export",
      tags,
      summary: "Export all custom types as YAML",
      answers: { 200: { description: "The file", content: { "text/yaml": { schema: z.string() } } } },
    }),
    async () =>
      new Response(typesToYaml(inputsOf(await types.all())), {
        headers: {
          "content-type": "text/yaml; charset=utf-8",
          "content-disposition": 'attachment; filename="document types.yaml"',
        },
      }),
  );

  app.openapi(
    endpoint({
      id: "importDocumentTypes",
      method: "post",
      path: "/types/import",
      tags,
      summary:
        "Create and change types by a YAML file, all or none; types that it does not name are unchanged",
      roles: ["manager", "admin"],
      request: { body: jsonBody(ImportInput) },
      answers: { 200: json(ImportResult, "What changed") },
      fails: { 409: `A type was changed meanwhile, or there would be more than ${MOST_TYPES}` },
    }),
    async (c) => {
      const { yaml, dry_run } = c.req.valid("json");
      const inputs = typesInYaml(yaml);
      const rows = await types.all();
      const known = new Map(rows.map((row) => [row.name, row]));
      const before = new Map(inputsOf(rows).map((input) => [input.name, input]));
      const unchanged = inputs.filter((input) => isDeepStrictEqual(input, before.get(input.name)));
      const work = inputs.filter((input) => !unchanged.includes(input))
        .map((input) => ({ input, over: known.get(input.name)?.version }));
      const names = (list: OwnTypeInput[]) => list.map(({ name }) => name);
      const namesOf = (isNew: boolean) =>
        names(work.filter(({ over }) => (over === undefined) === isNew).map(({ input }) => input));
      const result = {
        created: namesOf(true),
        updated: namesOf(false),
        unchanged: names(unchanged),
        dry_run,
      };
      if (dry_run || work.length === 0) return c.json(result, 200);
      await types.save(work, { actor: c.var.user.sub, allow: allowTypeImport });
      return c.json(result, 200);
    },
  );

  return app;
}

function inputsOf(rows: TypeRow[]): OwnTypeInput[] {
  return documentTypesOf(rows).map((type) => OwnTypeInput.strip().parse(type));
}
