/** Refuses what databases cannot store: NUL characters, lone surrogates, and JSON of too many levels. */
import type { MiddlewareHandler } from "hono";
import { type Detail, invalidAll } from "lib/errors.ts";

type Loc = Detail["loc"];

/** The most faults listed for one request. */
const MAX_FAULTS = 20;
/** The depth to which a fault's place is named. */
const MAX_STEPS = 32;
/** Databases and serialisers recurse into JSON: some thousand levels exhaust their stacks. */
const MOST_DEEP = 200;

/** True for text without NUL and lone surrogates. */
export function isPlainText(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/**
 * The places in `value`, JSON of any depth, with text that is not plain, keys included, or with more levels than
 * can be stored; `loc` is the place of the value itself. Runs in linear time without recursion.
 */
export function badTexts(value: unknown, loc: Loc): Detail[] {
  const faults: Detail[] = [];
  const waiting: { value: unknown; loc: Path }[] = [{
    value,
    loc: { step: loc, parent: undefined, depth: 0 },
  }];
  for (let next = waiting.pop(); next && faults.length < MAX_FAULTS; next = waiting.pop()) {
    const { value, loc } = next;
    if (typeof value === "string") {
      if (!isPlainText(value)) faults.push(fault(loc, BAD_TEXT));
    } else if (typeof value === "object" && value !== null && loc.depth >= MOST_DEEP) {
      faults.push(tooDeep(loc));
    } else if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index--) {
        waiting.push({ value: value[index], loc: { step: [index], parent: loc, depth: loc.depth + 1 } });
      }
    } else if (typeof value === "object" && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        const step = [key.toWellFormed().replaceAll("\0", "\u{FFFD}")];
        const at = { step, parent: loc, depth: loc.depth + 1 };
        if (isPlainText(key)) waiting.push({ value: item, loc: at });
        else faults.push(fault(at, BAD_TEXT));
      }
    }
  }
  return faults;
}

/** A path into a value as a linked list from the inside out, so that paths are built only when needed. */
interface Path {
  step: Loc;
  parent: Path | undefined;
  depth: number;
}

const BAD_TEXT = { msg: "must be text without NUL characters and lone surrogates", type: "bad_text" };
/** The most steps from a body to a field that is named. */
const FIELD_STEPS = 8;
const TOO_DEEP = { msg: "is nested too deeply", type: "too_deep" };

function fault(path: Path, { msg, type }: typeof BAD_TEXT): Detail {
  const steps: Loc = [];
  for (let at: Path | undefined = path; at; at = at.parent) steps.push(...at.step.toReversed());
  const loc = steps.reverse().slice(0, MAX_STEPS);
  return { loc, msg, type };
}

/** The fault of the field that holds nested values; the places within it would tell nothing. */
function tooDeep(path: Path): Detail {
  const { loc, ...told } = fault(path, TOO_DEEP);
  const field = loc.slice(0, FIELD_STEPS);
  return { ...told, loc: field.slice(0, field.findLastIndex((step) => typeof step === "string") + 1) };
}

/** Answers 422 for these in path, query and JSON body (if the endpoint takes one), naming each field. */
export function refuseBadText({ json }: { json: boolean }): MiddlewareHandler {
  return async function refuseBadText(c, next) {
    // `%00` is the only spelling of NUL in an address, and decoding leaves no lone surrogates.
    const address = c.req.url.includes("%00")
      ? [...badTexts(c.req.param(), ["path"]), ...badTexts(joined(c.req.queries()), ["query"])]
      : [];
    const faults = json ? [...address, ...badTexts(await jsonOf(c.req), ["body"])] : address;
    if (faults.length > 0) throw invalidAll(faults);
    await next();
  };
}

/** Parameters by name, each with all its values, since a fault names the parameter. */
function joined(queries: Record<string, string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(queries).map(([name, values]) => [name, values.join()]));
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/i;

/** The JSON body of a request; undefined for other bodies, which the endpoint's schema checks. */
async function jsonOf(
  request: { header(name: string): string | undefined; json(): Promise<unknown> },
): Promise<unknown> {
  if (!JSON_TYPE.test(request.header("content-type") ?? "")) return undefined;
  try {
    return await request.json();
  } catch (error) {
    // A body over the limit fails here; malformed JSON fails later, when it is parsed for the schema.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
