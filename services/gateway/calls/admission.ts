/** Admission of a model call: its caller, model, limits and budgets. */
import type { JsonObject } from "lib/json_object.ts";
import type { Incoming } from "lib/http/incoming.ts";
import type { Limiter } from "lib/limits/rate_limit.ts";
import type { Spool } from "lib/files/spool.ts";
import { traceHeaders } from "lib/telemetry/tracing.ts";
import type { Books } from "./accounting.ts";
import { type Call, describe, holdMoney, holdTokens, identify } from "./call.ts";
import type { Asked } from "./answer.ts";
import { type Able, type ChainDeps, chainFor, type ChainWish, withUnits } from "./chain.ts";
import type { Budgets } from "../access/budget.ts";
import type { Caller, Keyring } from "../access/caller.ts";
import type { Target } from "../providers/target.ts";
import { estimatedUsage } from "../streams/estimate.ts";
import { GatewayError } from "../errors.ts";
import { takeLimits } from "../access/limits.ts";
import { type Form, readForm } from "../uploads/form.ts";
import { formFields } from "../uploads/form_data.ts";
import type { BodyRoom } from "./body_room.ts";
import { readBody, type Sent, textOfSent } from "./request_body.ts";
import type { Recalled, Recalling } from "./conversations.ts";
import type { PutOff, Putting, PuttingOff } from "./put_off.ts";

export interface Gate extends ChainDeps, Recalling, PuttingOff {
  keyring: Keyring;
  limiter: Limiter;
  budgets: Budgets;
  maxBodyBytes: number;
  bodyRoom: BodyRoom;
  uploads: Uploads;
}

/** Spool of uploaded files of running calls. */
export interface Uploads {
  spool: Spool;
  /** Maximum size of a form. */
  maxBytes: number;
}

/** A request's body. */
interface Received {
  text: Sent;
  data: JsonObject;
  form?: Form;
}

/** The fields that an endpoint reads from a body. */
export interface Reading extends ChainWish {
  /** Whether the client wants the usage of a stream. */
  showUsage: boolean;
}

/** The properties of an endpoint that admission needs. */
export interface Entrance extends Able {
  read(data: JsonObject, form?: Form, history?: JsonObject[]): Reading;
  /** Accepts forms; with `or_json` also JSON. */
  takesForms?: true | "or_json";
  /** Defers a background request; undefined for any other. */
  putOff?(deps: PuttingOff, asked: Putting): Promise<PutOff> | undefined;
  /** Loads earlier turns that a request only refers to. */
  recall?(deps: Recalling, data: JsonObject, caller: Caller): Promise<Recalled>;
}

/** An admitted model call. */
export interface Admitted {
  caller: Caller;
  chain: Target[];
  asked: Asked;
  reading: Reading;
}

/** A deferred call. */
export interface Postponed {
  putOff: PutOff;
}

interface Arrived {
  request: Incoming;
  endpoint: Entrance;
}

/** Admits a call, recording caller, model and reservations in `call`. Throws a GatewayError when it is refused. */
export function admit(
  deps: Gate & Books,
  call: Call,
  arrived: Arrived,
): Promise<Admitted | Postponed> {
  const known = deps.keyring.authenticate(arrived.request);
  return known instanceof Promise
    ? known.then((caller) => admitCaller(deps, call, { ...arrived, caller }))
    : admitCaller(deps, call, { ...arrived, caller: known });
}

function admitCaller(
  deps: Gate & Books,
  call: Call,
  { request, endpoint, caller }: Arrived & { caller: Caller },
): Promise<Admitted | Postponed> {
  identify(call, caller);
  const { headers } = request;
  if (endpoint.takesForms) {
    return received(request, deps, { takes: endpoint.takesForms, call })
      .then((body) => admitForm(deps, call, { caller, body, endpoint, headers }));
  }
  const read = readBody(request, deps, call);
  return read instanceof Promise
    ? read.then((body) => admitBody(deps, call, { caller, body, endpoint, headers }))
    : admitBody(deps, call, { caller, body: read, endpoint, headers });
}

interface Entering {
  caller: Caller;
  body: Received;
  endpoint: Entrance;
  headers: Incoming["headers"];
}

async function admitForm(
  deps: Gate & Books,
  call: Call,
  entering: Entering,
): Promise<Admitted | Postponed> {
  try {
    return await admitBody(deps, call, entering);
  } catch (error) {
    await entering.body.form?.close();
    throw error;
  }
}

/** Reads a form, or JSON if that is also accepted. */
async function received(
  request: Incoming,
  deps: Gate,
  { takes, call }: { takes: true | "or_json"; call: Call },
): Promise<Received> {
  const isJson = /^application\/([\w.-]+\+)?json\b/i.test(request.headers.get("content-type") ?? "");
  if (takes === "or_json" && isJson) return await readBody(request, deps, call);
  const form = await readForm(request, deps.uploads);
  return { text: "", data: formFields(form), form };
}

async function admitBody(
  deps: Gate & Books,
  call: Call,
  { caller, body, endpoint, headers }: Entering,
): Promise<Admitted | Postponed> {
  const { data, history } = endpoint.recall
    ? await endpoint.recall(deps, body.data, caller)
    : { data: body.data, history: undefined };
  const reading = endpoint.read(data, body.form, history);
  describe(call, reading);
  const chain = chainFor(deps, caller, { able: endpoint, wish: reading });
  const { promptTokens: prompt, completionTokens: completion } = reading;
  const onHit = deps.metrics.limitHit.bind(deps.metrics);
  const charge = takeLimits(deps.limiter, caller, { prompt, completion, onHit });
  holdTokens(call, charge instanceof Promise ? await charge : charge);
  const { ip, requestId } = call;
  const { text, data: given } = body;
  const trace = endpoint.putOff ? (call.span?.around ?? traceHeaders)() : {};
  const sent = () => textOfSent(text);
  const putOff = endpoint.putOff?.(deps, { data: given, sent, caller, ip, requestId, trace });
  if (putOff) return { putOff: await putOff };
  if (caller.budgets.length > 0) await reserve(deps, call, { caller, chain, reading });
  const addUsage = reading.streamed && !reading.showUsage;
  return {
    caller,
    chain,
    asked: askedOf(body, { path: endpoint.path, data, addUsage, headers, history }),
    reading,
  };
}

function askedOf(
  { text, form }: Received,
  { history, ...asked }: Omit<Asked, "text" | "form" | "history"> & { history: JsonObject[] | undefined },
): Asked {
  return { ...asked, text, ...form ? { form } : {}, ...history ? { history } : {} };
}

async function reserve(
  { budgets, costOf, metrics }: Gate & Books,
  call: Call,
  { caller, chain, reading }: { caller: Caller; chain: Target[]; reading: Reading },
): Promise<void> {
  const usage = withUnits(estimatedUsage(reading.promptTokens, reading.completionTokens), reading.units);
  const asked = chain.flatMap((target) => [target, ...target.longer ?? []]);
  const costs = asked.map((target) => costOf(target, usage) ?? 0n);
  const most = costs.reduce((a, b) => (a > b ? a : b), 0n);
  try {
    holdMoney(call, await budgets.reserve(caller.budgets, most));
  } catch (error) {
    if (error instanceof GatewayError) metrics.limitHit(caller.budgets[0]?.scope ?? "key", "budget");
    throw error;
  }
}
