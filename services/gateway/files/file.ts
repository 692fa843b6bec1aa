import { z } from "zod";

/** A file as its owner sees it. Times are seconds since 1970. */
export const FileObject = z.object({
  id: z.string().meta({ example: "file-0198c0de7f3a7c219b642f1f3c6a1e55" }),
  object: z.literal("file"),
  bytes: z.int().meta({ description: "Its size" }),
  created_at: z.int(),
  expires_at: z.int().optional(),
  filename: z.string().meta({ example: "requests.jsonl" }),
  purpose: z.string().meta({ description: "batch, batch_output or user_data" }),
  status: z.literal("processed"),
}).meta({ id: "File" });
export type FileObject = z.output<typeof FileObject>;

export const FileQuery = z.object({
  purpose: z.string().optional().meta({ description: "Only files with this purpose" }),
  limit: z.coerce.number().int().min(1).max(10_000).default(10_000),
  order: z.enum(["asc", "desc"]).default("desc").meta({ description: "Oldest or newest first" }),
  after: z.string().optional().meta({ description: "Id of the last file of the previous page" }),
});
export type FileQuery = z.output<typeof FileQuery>;

/** A file's row in the database. */
export interface StoredFile extends Pick<FileObject, "id" | "purpose" | "filename" | "bytes"> {
  owner: string;
  created_at: string;
  expires_at: string | null;
}

export function fileObject({ id, bytes, created_at, expires_at, filename, purpose }: StoredFile): FileObject {
  return {
    id,
    object: "file",
    bytes,
    created_at: seconds(created_at),
    ...expires_at === null ? {} : { expires_at: seconds(expires_at) },
    filename,
    purpose,
    status: "processed",
  };
}

/** Converts an ISO time to whole seconds since 1970. */
export function seconds(time: string): number {
  return Math.floor(Date.parse(time) / 1000);
}
