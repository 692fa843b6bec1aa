/** Browser code without its types: blanks for them in .ts files, sucrase for .tsx. */
import { stripTypeScriptTypes } from "node:module";
import { transform } from "sucrase";

/** The JavaScript of a TypeScript file; lines stay where they are. */
export function stripped(path: string, code: string): string {
  if (path.endsWith(".ts")) {
    try {
      return stripTypeScriptTypes(code);
    } catch (error) {
      // A runtime without the native stripper, as a compiled binary might be; a fault of the code fails below too.
      if (error instanceof SyntaxError) throw error;
    }
  }
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
