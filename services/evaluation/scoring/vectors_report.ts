import { readVectors, VECTOR_FILES, vectorAgreement } from "./vectors.ts";

// deno run -A services/evaluation/scoring/vectors_report.ts: a line for each file, kind and language: scored as a person, withheld, wrong.
const lines: string[] = [];
for (const file of VECTOR_FILES) {
  const vectors = await readVectors(file);
  const groups = Map.groupBy(vectors, ({ kind, language }) => `${kind} ${language}`);
  for (const [name, group] of [["all", vectors] as const, ...groups]) {
    const { right, withheld, wrong } = vectorAgreement(group);
    lines.push(`${file}\t${name}\t${group.length}\t${right.length}\t${withheld.length}\t${wrong.length}`);
  }
}
await Deno.stdout.write(
  new TextEncoder().encode(`file\tgroup\tanswers\tas a person\twithheld\twrong\n${lines.join("\n")}\n`),
);
