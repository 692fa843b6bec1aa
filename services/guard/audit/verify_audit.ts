/** Verifies an exported audit trail without the service: `deno task verify-audit trail.jsonl`. */
import { parseArgs } from "node:util";
import { runCommand, WrongUse } from "lib/command.ts";
import { anchorsAt } from "./anchors_given.ts";
import { checkAuditFile, type FileCheck } from "./audit_file_check.ts";
import { auditKeys } from "./audit_keys.ts";

const USAGE = `deno task verify-audit trail.jsonl [--public-key KEY] [--anchors PATH] [--secret-file FILE]

Without options: the file is whole, in order, and signed by the key that it names.
--public-key   it must be signed by this key (public_key of GET /api/v1/audit/verify, noted before); once
               more for each key that signed anchors before
--anchors      it must agree with these anchors, which the keys signed: a file of them, or a folder with the
               objects of a bucket (aws s3 sync s3://bucket/prefix/guard_audit anchors)
--secret-file  the hash of every event is computed again; the secret is AUDIT_SECRET, or
               guard_audit_secret in DATA_DIR/secrets (several, the present one first: separated by commas)`;

/** Runs the command line; returns what to print, and the exit code: 0 for a valid trail, 1 for an invalid one. */
async function verify(args: string[]): Promise<{ text: string; code: number }> {
  const option = { type: "string" } as const;
  const { values, positionals: [path] } = parseArgs({
    args,
    allowPositionals: true,
    options: { "public-key": { ...option, multiple: true }, anchors: option, "secret-file": option },
  });
  if (path === undefined) throw new WrongUse("");
  const [publicKey, ...formerKeys] = values["public-key"] ?? [];
  const check: FileCheck = { publicKey, formerKeys };
  if (values["secret-file"] !== undefined) {
    const secrets = (await Deno.readTextFile(values["secret-file"])).split(",").map((secret) =>
      secret.trim()
    );
    const [secret = "", ...former] = secrets.filter((secret) => secret !== "");
    check.keys = auditKeys(secret, former);
    check.publicKey ??= check.keys.current.publicKey;
  }
  const given = values.anchors === undefined ? undefined : await anchorsAt(values.anchors);
  check.anchors = given?.anchors;
  using file = await Deno.open(path);
  const result = await checkAuditFile(linesOf(file.readable), check);
  const { events, firstSeq, lastSeq, exportedAt, keyId, anchors } = result;
  const span = events > 0 ? `, ${firstSeq} to ${lastSeq}` : "";
  const vouched = check.publicKey ? "" : ", which only the file itself confirms";
  if (given?.anchors.length === 0) result.faults.push(`${values.anchors} contains no anchor`);
  const lines = [
    `${events} events${span}, exported ${exportedAt ?? "never"}`,
    `signed by key ${keyId ?? "none"}${vouched}`,
    check.keys ? "hashes computed again with the secret" : "hashes not computed again: no --secret-file",
    ...given ? [`${anchors} of ${given.anchors.length} anchors are about events in the file`] : [],
    ...given && given.unreadable > 0 ? [`${given.unreadable} lines there are not anchors`] : [],
    ...result.faults.map((fault) => `FAULT ${fault}`),
    result.faults.length === 0 ? "The trail holds." : "The trail does NOT hold.",
  ];
  return { text: lines.join("\n"), code: result.faults.length === 0 ? 0 : 1 };
}

/** Far above the longest line of an export. */
const LONGEST = 4 * 2 ** 20;

async function* linesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
    if (rest.length > LONGEST) throw new Error("A line is too long for an export of the audit trail");
  }
  if (rest !== "") yield rest;
}

if (import.meta.main) await runCommand(verify, USAGE);
