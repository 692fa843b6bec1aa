/** All checks of texts that need no model. */
import { detectIn } from "../pii/detect_in.ts";
import type { Entity } from "../pii/entity.ts";
import { type Reading, readingOf } from "../reading/reading.ts";
import type { Pseudonym } from "../pii/pseudonyms.ts";
import type { Edit } from "lib/streams/held_channel.ts";
import { NO_FINDINGS, type PiiTexts } from "./pii_rules.ts";
import type { Source } from "./injection_rules.ts";
import type { Direction, PiiSettings } from "./pii_handling.ts";
import type { PolicySet } from "./policy_set.ts";
import type { Violation } from "./verdict.ts";

/** A text to check, complete or still arriving. */
export interface ScannedText {
  text: string;
  /** Whether more of it is to come. */
  open?: boolean;
  /** How much of it was released already. */
  released?: number;
  /** Its direction, to a model or from it, which policies on personal data depend on. */
  direction?: Direction;
  /** Whether it is a tool's argument or result. */
  tool?: boolean;
  /** Whether it is JSON and must stay valid. */
  json?: boolean;
  /** Its origin, for policies on prompt injection; undefined for a text that may instruct the model. */
  source?: Source;
}

/** The checks to run. */
export interface WantedChecks {
  policies: boolean;
  pii: boolean;
}

/** The findings in one text. */
export interface Scan {
  violations: Violation[];
  /** Violations of policies on prompt injection, for complete texts only. */
  attacks: Violation[];
  /** Suspected violations that a model must confirm. */
  unsure: Violation[];
  /** Violations of shadow policies, for complete texts only. */
  shadow: Violation[];
  entities: Entity[];
  /** The part that was checked: an incomplete last word of an open text is left out. */
  seen: number;
  /** How much of it may be released: whole words, without any part of a blocked match. */
  release: number;
  /** The policies' replacements, in order; for an open text only in its released part. */
  edits: Edit[];
  /** The values behind the replacements' pseudonyms, to restore in the answer. */
  pseudonyms: Pseudonym[];
  /** Whether the result depends on the origin of its parts. */
  asksForTools: boolean;
}

export function scanText(
  set: PolicySet,
  pii: PiiSettings,
  { text, open = false, released = 0, direction, tool, json = false, source }: ScannedText,
  checks: WantedChecks,
): Scan {
  const seen = open ? wholeWords(text, released) : text.length;
  const reading = readingOf(text.slice(0, seen));
  const texts = direction && { direction, tool };
  const data = texts && checks.policies ? set.pii.find(reading, { ...texts, pii, json }) : NO_FINDINGS;
  const entities = checks.pii ? detectIn(reading, pii) : [];
  const findings = { entities, seen, pseudonyms: data.pseudonyms, asksForTools: false, ...NO_ATTACKS };
  if (!checks.policies) return { ...findings, violations: [], shadow: [], edits: [], release: seen };
  const violations = [...open ? set.matchPart(reading) : set.match(reading), ...data.violations];
  if (!open) {
    const shadow = shadowOf(set, reading, { texts, pii, json, source });
    const asksForTools = texts !== undefined && !tool &&
      mattersToTools(set, reading, { direction: texts.direction, pii });
    const isSuspected = source === "joined" &&
      [set, set.shadow].some((rules) => rules?.injection.suspects(reading));
    const attacks = source && source !== "joined" ? set.injection.find(reading, source) : NO_ATTACKS;
    return {
      ...{ ...findings, ...attacks, violations, shadow, edits: data.edits, release: seen },
      asksForTools: asksForTools || isSuspected,
    };
  }
  const most = Math.min(
    set.undecidedFrom(reading, released),
    texts && set.pii.applies(texts) ? set.pii.undecidedFrom(reading, released) : seen,
  );
  const release = beforeEdits(releaseOf(text, most, released), data.edits, released);
  const edits = data.edits.filter(({ end }) => end <= release);
  return { ...findings, violations, shadow: [], edits, release };
}

const NO_ATTACKS = { attacks: [], unsure: [] };

/** Whether a policy on tools' texts has a finding that others lack. */
function mattersToTools(
  { pii: rules }: PolicySet,
  reading: Reading,
  { direction, pii }: { direction: Direction; pii: PiiSettings },
): boolean {
  if (!rules.asksForTools(direction)) return false;
  const all = rules.find(reading, { direction, tool: true, pii, json: false });
  return all.violations.length > rules.find(reading, { direction, pii, json: false }).violations.length;
}

function shadowOf(
  { shadow }: PolicySet,
  reading: Reading,
  { texts, pii, json, source }: {
    texts: PiiTexts | undefined;
    pii: PiiSettings;
    json: boolean;
    source: Source | undefined;
  },
): Violation[] {
  if (!shadow) return [];
  const data = texts ? shadow.pii.find(reading, { ...texts, pii, json }).violations : [];
  // Shadow policies ask no model: a suspicion counts.
  const { attacks, unsure } = source && source !== "joined"
    ? shadow.injection.find(reading, source)
    : NO_ATTACKS;
  return [...shadow.match(reading), ...data, ...attacks, ...unsure];
}

/** A release ends before a replaced piece, not within it. */
function beforeEdits(release: number, edits: readonly Edit[], released: number): number {
  const within = edits.find(({ start, end }) => start < release && end > release);
  return within ? Math.max(released, within.start) : release;
}

/** An incomplete word is held back up to this length; a release ends at a word boundary within half of it. */
const WORD = 64;

function wholeWords(text: string, released: number): number {
  const space = lastSpace(text, text.length);
  return space < released ? text.length : space;
}

function releaseOf(text: string, most: number, released: number): number {
  const word = lastSpace(text, most);
  const release = word > Math.max(released, most - WORD / 2) ? word : most;
  // Never split a surrogate pair.
  const isHalf = (text.charCodeAt(release - 1) & 0xfc00) === 0xd800;
  return Math.max(released, isHalf ? release - 1 : release);
}

/** The index of the last white space before `end`, or -1. */
function lastSpace(text: string, end: number): number {
  for (let i = end - 1; i >= 0 && i >= end - WORD; i--) if (/\s/.test(text.charAt(i))) return i;
  return -1;
}
