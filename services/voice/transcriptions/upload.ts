/** The audio file of a request. */
import { z } from "@hono/zod-openapi";
import { ServiceError } from "lib/errors.ts";
import { READABLE } from "../audio/probe.ts";

export const AudioUpload = z.object({
  file: z.instanceof(File, { message: "a file is required" }).openapi({
    type: "string",
    format: "binary",
    description: `Audio: ${READABLE}; known by its content`,
  }),
}).openapi("AudioUpload");

export interface UploadedAudio {
  bytes: Uint8Array<ArrayBuffer>;
  filename: string;
}

/** 413: the file has more bytes than the limit. */
export function tooLargeFile(maxBytes: number): ServiceError {
  const megabytes = Number((maxBytes / 2 ** 20).toFixed(2));
  return new ServiceError(413, `The file exceeds the maximum of ${megabytes} MB`);
}

/** The file's bytes, or 413. */
export async function uploadedAudio(file: File, maxBytes: number): Promise<UploadedAudio> {
  if (file.size > maxBytes) throw tooLargeFile(maxBytes);
  return {
    bytes: new Uint8Array(await file.arrayBuffer()),
    filename: [...file.name.replace(/\p{Cc}/gu, "")].slice(0, 255).join(""),
  };
}
