/** Checks the browser code's requests against the services' OpenAPI documents. */
import { isObject, type JsonObject } from "lib/json_object.ts";
import type { Asked, Shape } from "./asked_types.ts";

/** The faults of one request, as sentences. */
export function faultsOf(asked: Asked, documents: Map<string, JsonObject>): string[] {
  if (asked.path === "") return [`${asked.where}: nothing tells what is asked here`];
  const [, service = ""] = asked.path.split("/");
  const document = documents.get(service);
  if (!document) return [`${asked.where}: no service ${service}`];
  const path = asked.path.slice(service.length + 1);
  const say = (text: string) => `${asked.where}: ${asked.method ?? ""} ${asked.path} ${text}`;
  const paths = child(document, "paths");
  const named = Object.keys(paths).filter((known) => alike(known, path))
    .toSorted((a, b) => a.split("{").length - b.split("{").length)[0];
  if (named === undefined) return [say("is no route")];
  const item = child(paths, named);
  const method = asked.method?.toLowerCase() ?? Object.keys(item)[0] ?? "";
  const operation = child(item, method);
  if (item[method] === undefined) return [say(`takes ${Object.keys(item)} only`)];
  const known = listOf(operation.parameters).map((parameter) => resolved(parameter, document))
    .flatMap(({ in: place, name }) => place === "query" ? [String(name)] : []);
  const schema = (message: unknown) => child(child(child(message, "content"), "application/json"), "schema");
  const good = Object.entries(child(operation, "responses")).find(([status]) => status.startsWith("2"))?.[1];
  return [
    ...asked.query.filter((name) => !known.includes(name)).map((name) => say(`has no ?${name}`)),
    ...(asked.answer ? missingIn(asked.answer, schema(resolved(good, document)), document) : [])
      .map((field) => say(`answers without ${field}`)),
    ...(asked.body ? missingIn(asked.body, schema(operation.requestBody), document) : [])
      .map((field) => say(`takes no ${field}`)),
  ];
}

/** The fields and texts that `shape` names and `schema` does not have. */
function missingIn(shape: Shape, schema: unknown, document: JsonObject, path = ""): string[] {
  const variants = variantsOf(schema, document);
  // Anything may stand there, as far as the document says.
  if (variants.some((variant) => Object.keys(variant).every((key) => WORDS.has(key)))) return [];
  const texts = variants.flatMap(({ enum: values, const: one }) =>
    Array.isArray(values) ? values : one === undefined ? [] : [one]
  );
  const open = variants.some((variant) =>
    variant.type === "string" && variant.enum === undefined && variant.const === undefined
  );
  const faults = texts.length > 0 && !open
    ? (shape.words ?? []).filter((word) => !texts.includes(word)).map((word) => `${path} "${word}"`)
    : [];
  if (shape.items) {
    const items = variants.flatMap(({ items, prefixItems }) => [
      ...items === undefined ? [] : [items],
      ...listOf(prefixItems),
    ]);
    if (items.length === 0) return [...faults, `${path} as a list`];
    faults.push(...missingIn(shape.items, { anyOf: items }, document, `${path}[]`));
  }
  for (const [name, { shape: below, optional }] of shape.fields) {
    const schemas = variants.flatMap(({ properties, additionalProperties }) => {
      const own = isObject(properties) ? properties[name] : undefined;
      if (own !== undefined) return [own];
      return additionalProperties === true
        ? [{}]
        : isObject(additionalProperties)
        ? [additionalProperties]
        : [];
    });
    if (schemas.length === 0 && !optional) faults.push(`${path}.${name}`);
    if (schemas.length > 0) faults.push(...missingIn(below, { anyOf: schemas }, document, `${path}.${name}`));
  }
  return faults;
}

const WORDS = new Set(["description", "example", "examples", "default", "title", "nullable"]);

/** A schema with its references followed, as all the schemas that it may be or is made of. */
function variantsOf(schema: unknown, document: JsonObject, depth = 0): JsonObject[] {
  const known = resolved(schema, document);
  if (depth > 12) return [known];
  const parts = ["anyOf", "oneOf", "allOf"].flatMap((key) => listOf(known[key]));
  if (parts.length === 0) return [known];
  const own = known.properties === undefined ? [] : [known];
  return [...own, ...parts.flatMap((part) => variantsOf(part, document, depth + 1))];
}

function resolved(schema: unknown, document: JsonObject): JsonObject {
  if (!isObject(schema)) return {};
  if (typeof schema.$ref !== "string") return schema;
  let found: unknown = document;
  for (const part of schema.$ref.slice(2).split("/")) found = child(found, part);
  return resolved(found, document);
}

/** Whether an address with `{}` for values may mean a route with `{name}` for them. */
function alike(route: string, path: string): boolean {
  const [wanted, given] = [route.split("/"), path.split("/")];
  return wanted.length === given.length && wanted.every((part, at) => {
    const other = given[at] ?? "";
    return part === other || part.startsWith("{") && other !== "";
  });
}

function child(value: unknown, name: string): JsonObject {
  const found = isObject(value) ? value[name] : undefined;
  return isObject(found) ? found : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
