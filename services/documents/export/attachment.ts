/** Headers that make a browser save a file and never run it. */
export function attachmentHeaders(
  filename: string,
  type = "application/octet-stream",
): Record<string, string> {
  const ascii = filename.replace(/[^\x20-\x7e]|["\\]/g, "_");
  const name = encodeURIComponent(filename).replace(
    /['()*]/g,
    (symbol) => `%${symbol.charCodeAt(0).toString(16)}`,
  );
  return {
    "content-type": type,
    "content-disposition": `attachment; filename="${ascii}"; filename*=UTF-8''${name}`,
    // Documents are untrusted and must not run as a page of this service.
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
  };
}

/** A file name with another extension. */
export function withExtension(filename: string, ending: string): string {
  return `${filename.replace(/\.[^.]+$/, "")}.${ending}`;
}
