/** Parses untrusted YAML in linear time, without aliases or duplicate keys. */
import { isScalar, parseDocument, visit, type YAMLMap } from "yaml";

/** The text is not valid YAML or uses a refused feature; the message names it. */
export class YamlFault extends Error {
  /** Its name. */
  override name = "YamlFault";
}

/** The value of a document. @throws {YamlFault} */
export function yamlValue(text: string): unknown {
  // The parser compares each key with all before it: 100,000 keys would block the process for minutes.
  const document = parseDocument(text, { uniqueKeys: false, prettyErrors: true });
  const [error] = document.errors;
  if (error) throw new YamlFault(error.message.split("\n")[0] ?? "is not YAML");
  visit(document, {
    // A few lines of aliases can expand beyond any memory.
    Alias: () => {
      throw new YamlFault("aliases (&name, *name) are not taken");
    },
    Map: (_, map) => refuseTwice(map),
  });
  return document.toJS({ maxAliasCount: 0 });
}

function refuseTwice({ items }: YAMLMap): void {
  const seen = new Set<string>();
  for (const { key } of items) {
    if (!isScalar(key)) throw new YamlFault("only texts are taken as keys");
    const name = String(key.value);
    if (seen.has(name)) throw new YamlFault(`the key ${name} stands twice in a map`);
    seen.add(name);
  }
}
