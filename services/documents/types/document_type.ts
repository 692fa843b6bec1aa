/** A custom type in API answers. */
import { z } from "zod";
import { pageOf } from "lib/service/pagination.ts";
import { DOCUMENT_TYPES } from "../understanding/classification/document_types.ts";
import { OwnTypeInput, TypeName } from "./own_type_input.ts";

export const DocumentType = z.object({
  ...OwnTypeInput.shape,
  version: z.int().meta({ description: "Increased by every change", example: 3 }),
  created_by: z.string().meta({
    description: "Whoever made it, by the `sub` of their token",
    example: "mona",
  }),
  created_at: z.iso.datetime(),
  updated_by: z.string().meta({ description: "Who changed it last", example: "mona" }),
  updated_at: z.iso.datetime(),
}).meta({ id: "DocumentType" });
export type DocumentType = z.output<typeof DocumentType>;

export const TypeList = z.object({
  types: z.array(DocumentType).meta({ description: "Custom types by name" }),
  built_in: z.array(z.string()).meta({
    description: "Built-in types",
    example: ["invoice", "receipt"],
  }),
}).meta({ id: "DocumentTypeList" });

export const TypeVersion = z.object({
  version: z.int().meta({ example: 3, description: "Increased by every change" }),
  act: z.enum(["created", "changed", "deleted"]).meta({ description: "What was done" }),
  definition: OwnTypeInput.nullable().meta({
    description: "The type after the change; null: deleted",
  }),
  by: z.string(),
  at: z.iso.datetime(),
}).meta({ id: "DocumentTypeVersion" });

/** A stored type; its definition may be from an earlier release and invalid now. */
export interface TypeRow extends Omit<DocumentType, keyof OwnTypeInput> {
  name: string;
  definition: unknown;
}

/** A stored version. */
export interface VersionRow extends Omit<z.output<typeof TypeVersion>, "definition"> {
  definition: unknown;
}

export const VersionList = pageOf("versions", TypeVersion).meta({ id: "DocumentTypeVersionList" });

export const NameParams = z.object({ name: TypeName });

/** The valid types; those of an earlier release with an invalid definition are omitted. */
export function documentTypesOf(rows: TypeRow[]): DocumentType[] {
  return rows.flatMap(({ definition, ...row }) => {
    const parsed = OwnTypeInput.safeParse(definition);
    return parsed.success ? [{ ...parsed.data, ...row }] : [];
  });
}

export function answeredVersions(rows: VersionRow[]): z.output<typeof TypeVersion>[] {
  return rows.map((row) => {
    const parsed = OwnTypeInput.safeParse(row.definition);
    return { ...row, definition: parsed.success ? parsed.data : null };
  });
}

export function typeList(rows: TypeRow[]): z.output<typeof TypeList> {
  return { types: documentTypesOf(rows), built_in: [...DOCUMENT_TYPES] };
}
