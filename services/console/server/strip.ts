/** Browser code without its types: blanks for them in .ts files, sucrase for .tsx. */
import { stripTypeScriptTypes } from "node:module";

/** The JavaScript of a TypeScript file; lines stay where they are. */
export async function stripped(path: string, code: string): Promise<string> {
  if (path.endsWith(".ts")) {
    try {
      return stripTypeScriptTypes(code);
    } catch (error) {
      // A runtime without the native stripper, as a compiled binary might be; a fault of the code fails below too.
      if (error instanceof SyntaxError) throw error;
    }
  }
  // Loaded by whoever shows a page.
  const { transform } = await import("sucrase");
  return transform(code, {
    transforms: path.endsWith(".tsx") ? ["typescript", "jsx"] : ["typescript"],
    jsxRuntime: "automatic",
    jsxImportSource: "preact",
    production: true,
    disableESTransforms: true,
    keepUnusedImports: true,
    filePath: path,
  }).code;
}
