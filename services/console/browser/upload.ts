/** Sends a file with progress, which `fetch` does not tell. */
import { ApiFailure, messageIn } from "./api.ts";
import { csrf } from "./boot.ts";

export interface UploadOptions {
  path: string;
  form: FormData;
  /** Hears the share that has been sent, 0 to 1. */
  onProgress(share: number): void;
  signal: AbortSignal;
}

/** The JSON of the answer; throws ApiFailure unless it is a success. */
export function upload<T>({ path, form, onProgress, signal }: UploadOptions): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const request = new XMLHttpRequest();
  const failed = (message: string) =>
    reject(new ApiFailure(request.status, message, request.getResponseHeader("x-request-id") ?? ""));
  request.open("POST", `/api${path}`);
  request.setRequestHeader("x-csrf-token", csrf.value);
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  request.onload = () => {
    if (request.status >= 200 && request.status < 300) return resolve(JSON.parse(request.responseText));
    failed(messageIn(request.responseText) ?? `HTTP ${request.status}`);
  };
  request.onerror = () => failed("The connection broke");
  request.onabort = () => reject(new DOMException("Cancelled", "AbortError"));
  signal.addEventListener("abort", () => request.abort(), { once: true });
  if (signal.aborted) request.onabort(new ProgressEvent("abort"));
  else request.send(form);
  return promise;
}
