/** Refuses text that no database keeps and no log shows: NUL characters and lone surrogates, wherever it comes in. */
import type { MiddlewareHandler } from "hono";
import { type Detail, invalidAll } from "lib/errors.ts";

type Loc = Detail["loc"];

/** The faults of one request are listed up to this many; one would do. */
const MAX_FAULTS = 20;
/** A fault's place is named to this depth. */
const MAX_STEPS = 32;

/** True for text without NUL and lone surrogates. */
export function isPlainText(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/**
 * Where `value`, JSON of any depth, holds text that is not plain, keys included; `loc` is where the value itself is.
 * Takes time linear in the size of the value, and no stack.
 */
export function badTexts(value: unknown, loc: Loc): Detail[] {
  const faults: Detail[] = [];
  const waiting: { value: unknown; loc: Path }[] = [{ value, loc: { step: loc, parent: undefined } }];
  for (let next = waiting.pop(); next && faults.length < MAX_FAULTS; next = waiting.pop()) {
    const { value, loc } = next;
    if (typeof value === "string") {
      if (!isPlainText(value)) faults.push(fault(loc));
    } else if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index--) {
        waiting.push({ value: value[index], loc: { step: [index], parent: loc } });
      }
    } else if (typeof value === "object" && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        const at = { step: [key.toWellFormed().replaceAll("\0", "\u{FFFD}")], parent: loc };
        if (isPlainText(key)) waiting.push({ value: item, loc: at });
        else faults.push(fault(at));
      }
    }
  }
  return faults;
}

/** Steps into a value, kept as a list from the inside out, so that no path is written before it is needed. */
interface Path {
  step: Loc;
  parent: Path | undefined;
}

function fault(path: Path): Detail {
  const steps: Loc = [];
  for (let at: Path | undefined = path; at; at = at.parent) steps.push(...at.step.toReversed());
  const loc = steps.reverse().slice(0, MAX_STEPS);
  return { loc, msg: "must be text without NUL characters and lone surrogates", type: "bad_text" };
}

/** Answers 422 for such text in path, query and, where the endpoint takes one, JSON body, naming each field. */
export function refuseBadText({ json }: { json: boolean }): MiddlewareHandler {
  return async function refuseBadText(c, next) {
    // An address has no other way to spell NUL, and its decoding leaves no lone surrogates.
    const address = c.req.url.includes("%00")
      ? [...badTexts(c.req.param(), ["path"]), ...badTexts(joined(c.req.queries()), ["query"])]
      : [];
    const faults = json ? [...address, ...badTexts(await jsonOf(c.req), ["body"])] : address;
    if (faults.length > 0) throw invalidAll(faults);
    await next();
  };
}

/** Parameters by name, each with all its values, since a fault is told by the name. */
function joined(queries: Record<string, string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(queries).map(([name, values]) => [name, values.join()]));
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/i;

/** The JSON body of a request, or undefined for any other, which the endpoint's schema judges. */
async function jsonOf(
  request: { header(name: string): string | undefined; json(): Promise<unknown> },
): Promise<unknown> {
  if (!JSON_TYPE.test(request.header("content-type") ?? "")) return undefined;
  try {
    return await request.json();
  } catch (error) {
    // A body over the limit fails here; malformed JSON fails again where it is read for its schema.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
