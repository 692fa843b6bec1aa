import { requirementReader } from "./requirement_reader.ts";
const file = Deno.args[0] ?? "working.tsv";
const rows = (await Deno.readTextFile(new URL(`./labelled/${file}`, import.meta.url))).trim().split("\n").slice(1).map((l) => l.split("\t"));
const counts: Record<string, number> = {};
for (const [label = "", lang = "", kind = "", req = "", text = ""] of rows) {
  const listed = text.startsWith("[list] ");
  const [f] = requirementReader([req], { asOf: "2026-11-30" })({ proposal: listed ? "" : text, listed: listed ? [text.slice(7)] : [] });
  const key = `${label}->${f?.status}`;
  counts[key] = (counts[key] ?? 0) + 1;
  if (Deno.args[1] !== "quiet" && f?.status !== label) console.log(`${key}\t${lang} ${kind}\t${req} | ${text}`);
}
console.log(counts);
const g = (a: string) => counts[a] ?? 0;
for (const s of ["met", "not_met"]) {
  const right = g(`${s}->${s}`);
  const said = right + ["met", "not_met", "unclear"].filter((x) => x !== s).reduce((n, x) => n + g(`${x}->${s}`), 0);
  const all = rows.filter(([l]) => l === s).length;
  console.log(s, "precision", (right / said).toFixed(3), `${right}/${said}`, "recall", (right / all).toFixed(3));
}
