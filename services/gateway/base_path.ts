/** First segments of paths below `/v1` that clients call. */
export const CALL_PATHS: ReadonlySet<string> = new Set([
  "audio",
  "batches",
  "chat",
  "completions",
  "embeddings",
  "files",
  "images",
  "messages",
  "models",
  "moderations",
  "rerank",
  "responses",
]);

/** The canonical path of a request: clients whose base URL lacks `/v1` send `/chat/completions`. */
export function meantPath(path: string): string {
  // Path of Cohere's clients.
  if (path === "/v2/rerank") return "/v1/rerank";
  const end = path.indexOf("/", 1);
  return CALL_PATHS.has(path.slice(1, end < 0 ? undefined : end)) ? `/v1${path}` : path;
}
