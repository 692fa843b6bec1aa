/** Requests of the browser code to the services, read from its types: path, method, answer and body of each. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const BROWSER = fileURLToPath(new URL("../browser", import.meta.url));

/** The fields that a type of the browser code names; `words` are the only texts it expects. */
export interface Shape {
  fields: Map<string, { shape: Shape; optional: boolean }>;
  items?: Shape;
  words?: string[];
}

/** A request that the browser code makes; `{}` in its path stands for a value. */
export interface Asked {
  where: string;
  path: string;
  /** Undefined where only the address is known, as of a link. */
  method?: string;
  query: string[];
  answer?: Shape;
  body?: Shape;
}

const CALLS = new Set(["get", "send", "getList", "useGet", "useList", "upload"]);
const LISTS = ["getList", "useList"];
const DEEPEST = 8;

/** All requests of the browser code. */
export function askedByPages(services: readonly string[]): Asked[] {
  const files = [...filesBelow(BROWSER)];
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.esnext.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    jsx: ts.JsxEmit.ReactJSX,
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const found: Asked[] = [];
  const starts = new RegExp(`^(?:/api)?/(?:${services.join("|")})/`);
  for (const source of program.getSourceFiles()) {
    if (!source.fileName.startsWith(BROWSER)) continue;
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node)) found.push(...callOf(node, source, checker, starts));
      else if (ts.isStringLiteral(node) || ts.isTemplateExpression(node)) {
        for (const address of addressesOf(node, checker)) {
          if (address.startsWith("/api/") && starts.test(address)) {
            found.push({ where: whereOf(node, source), ...partsOf(address) });
          }
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

function* filesBelow(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) yield* filesBelow(join(folder, name));
    else if (/\.tsx?$/.test(name)) yield join(folder, name);
  }
}

function callOf(
  node: ts.CallExpression,
  source: ts.SourceFile,
  checker: ts.TypeChecker,
  starts: RegExp,
): Asked[] {
  const { expression, typeArguments: [type] = [], arguments: [first, options] } = node;
  if (!ts.isIdentifier(expression) || !CALLS.has(expression.text) || !first) return [];
  const form = expression.text === "upload";
  const address = form ? initializerOf(first, "path") ?? first : first;
  const answer = type && shapeOf(checker.getTypeFromTypeNode(type), checker, node);
  const listed = LISTS.includes(expression.text) && answer ? { fields: new Map(), items: answer } : answer;
  const method = fieldTypes(options, "method", checker);
  const body = options && fieldOf(options, "json", checker);
  const texts = addressesOf(address, checker);
  // The means of asking itself, or nothing that can be told.
  if (texts.every((text) => text === "{}")) {
    return /\/(api|ui\/list)\.tsx?$/.test(source.fileName)
      ? []
      : [{ where: whereOf(node, source), path: "", query: [] }];
  }
  return texts.filter((path) => starts.test(path)).flatMap((path) =>
    (method ?? [form ? "POST" : "GET"]).map((method) => ({
      where: whereOf(node, source),
      ...partsOf(path),
      method,
      answer: listed,
      body: body && shapeOf(body, checker, node),
    }))
  );
}

function initializerOf(node: ts.Expression, name: string): ts.Expression | undefined {
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const field = node.properties.find((property) => property.name?.getText() === name);
  return field && ts.isPropertyAssignment(field) ? field.initializer : undefined;
}

function whereOf(node: ts.Node, source: ts.SourceFile): string {
  const { line } = source.getLineAndCharacterOfPosition(node.getStart());
  return `${source.fileName.slice(BROWSER.length + 1)}:${line + 1}`;
}

function partsOf(address: string): { path: string; query: string[] } {
  // A value right after a word is the query, or nothing.
  const [path = "", query = ""] = address.replace(/^\/api/, "").replace(/([^/=&{}])\{\}$/, "$1").split("?");
  const names = query.split("&").map((part) => part.split("=")[0] ?? "");
  return { path, query: names.filter((name) => name && !name.includes("{}")) };
}

/** All texts that an expression may be; a part that is not known is `{}`. */
function addressesOf(node: ts.Expression, checker: ts.TypeChecker): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isConditionalExpression(node)) {
    return [...addressesOf(node.whenTrue, checker), ...addressesOf(node.whenFalse, checker)];
  }
  if (ts.isTemplateExpression(node)) {
    let texts = [node.head.text];
    for (const { expression, literal } of node.templateSpans) {
      const values = addressesOf(expression, checker);
      texts = texts.flatMap((text) => values.map((value) => text + value + literal.text));
    }
    return texts;
  }
  if (ts.isIdentifier(node)) {
    const declared = checker.getSymbolAtLocation(node)?.valueDeclaration;
    if (declared && ts.isVariableDeclaration(declared) && declared.initializer) {
      const known = addressesOf(declared.initializer, checker);
      if (known.some((text) => text !== "{}")) return known;
    }
  }
  const type = checker.getTypeAtLocation(node);
  const members = type.isUnion() ? type.types : [type];
  const texts = members.flatMap((member) => member.isStringLiteral() ? [member.value] : []);
  return texts.length === members.length && texts.length > 0 ? texts : ["{}"];
}

function fieldOf(options: ts.Expression, name: string, checker: ts.TypeChecker): ts.Type | undefined {
  const field = checker.getTypeAtLocation(options).getProperty(name);
  if (!field) return undefined;
  const own = field.valueDeclaration;
  // Its own expression rather than the widened type, so that texts stay themselves.
  if (own && ts.isPropertyAssignment(own)) return checker.getTypeAtLocation(own.initializer);
  return checker.getTypeOfSymbolAtLocation(field, options);
}

function fieldTypes(
  options: ts.Expression | undefined,
  name: string,
  checker: ts.TypeChecker,
): string[] | undefined {
  const type = options && fieldOf(options, name, checker);
  if (!type) return undefined;
  const texts = (type.isUnion() ? type.types : [type])
    .flatMap((member) => member.isStringLiteral() ? [member.value] : []);
  return texts.length > 0 ? texts : undefined;
}

function shapeOf(type: ts.Type, checker: ts.TypeChecker, at: ts.Node, depth = 0): Shape {
  const fields: Shape["fields"] = new Map();
  const shape: Shape = { fields };
  if (depth > DEEPEST) return shape;
  const members = (type.isUnion() ? type.types : [type]).filter((member) =>
    !(member.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined))
  );
  const texts = members.flatMap((member) => member.isStringLiteral() ? [member.value] : []);
  if (texts.length > 0 && texts.length === members.length) shape.words = texts;
  for (const member of members) {
    if (!(member.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) continue;
    const item = checker.isArrayType(member) || checker.isTupleType(member)
      ? checker.getIndexTypeOfType(member, ts.IndexKind.Number)
      : undefined;
    if (item) {
      shape.items = shapeOf(item, checker, at, depth + 1);
      continue;
    }
    for (const field of checker.getPropertiesOfType(member)) {
      const given = checker.getTypeOfSymbolAtLocation(field, at);
      const optional = (field.flags & ts.SymbolFlags.Optional) !== 0;
      fields.set(field.name, { shape: shapeOf(given, checker, at, depth + 1), optional });
    }
  }
  return shape;
}
