/** The stages of a request to a provider's own endpoint, from authentication to its answer. */
import { hangUp } from "lib/http/http_server.ts";
import { settle } from "../calls/accounting.ts";
import {
  begin,
  type Call,
  describe,
  holdMoney,
  holdTokens,
  identify,
  openCall,
  turnTo,
} from "../calls/call.ts";
import { stickyChance } from "../calls/affinity.ts";
import type { CallDeps } from "../calls/call_endpoint.ts";
import { headersOf } from "../calls/call_response.ts";
import { responseOf } from "lib/http/incoming.ts";
import { textOfSent } from "../calls/request_body.ts";
import { changedInput } from "../calls/checked_input.ts";
import { estimatedUsage } from "../streams/estimate.ts";
import { endFailed } from "../calls/failed_call.ts";
import { type InputNeed, policyCaller, policyUser } from "../calls/guardrails.ts";
import type { CheckWindows } from "../calls/guarded_stream.ts";
import { takeLimits } from "../access/limits.ts";
import type { Caller } from "../access/caller.ts";
import { errorResponse } from "../errors.ts";
import { failureResponse as anthropicFailure } from "../messages/failure.ts";
import { type Answered, firstAnswer } from "../providers/resilience.ts";
import type { ProviderAccess } from "../providers/routing.ts";
import type { Target, WireName } from "../providers/target.ts";
import { namedModels } from "./named_models.ts";
import { passedResponse, type Work } from "./passed_response.ts";
import { withCredential } from "./passed_headers.ts";
import { type PassedPath, refuseTricks } from "./passed_path.ts";
import { likelyTokens, type PassedRequest, passedRequest, wordsOf } from "./passed_request.ts";
import { isFree, refuseUnlessAllowed, targetFor } from "./passed_rights.ts";
import { watched } from "./watched_circuits.ts";
import { exchange, type PassedAnswer, PassedRefusal } from "./provider_exchange.ts";

/** An admitted request. */
interface Admission {
  caller: Caller;
  target: Target;
  asked: PassedRequest;
  credential: string;
}

/** Answers a request and records it exactly once, also when it fails. */
export async function servePassed(
  deps: CallDeps,
  { place, access }: { place: PassedPath; access: ProviderAccess },
  { request, connection }: { request: Request; connection: unknown },
): Promise<Response> {
  const call = opened(deps, place, { request, connection });
  try {
    deps.lifecycle.admit(request);
    const admitted = await admit(deps, call, { place, access, request });
    deps.metrics.started();
    begin(call);
    const check = checkFor(deps, call, { caller: admitted.caller, request });
    const asked = check ? await guarded(admitted.asked, check.input) : admitted.asked;
    const answered = await answerTo(deps, call, { ...admitted, asked, signal: request.signal });
    return await passedResponse(deps, call, {
      ...{ answered, check: check?.output, work: workOf(admitted) },
      hangUp: () => hangUp({ env: connection }),
    });
  } catch (error) {
    return failedResponse(deps, call, { error, signal: request.signal, wire: access.itself.wire });
  }
}

function workOf({ asked, target }: Admission): Work {
  if (isFree(asked)) return "free";
  return target.model === "" ? "unknown" : "models";
}

function opened(
  deps: CallDeps,
  { provider, path }: PassedPath,
  { request: { headers }, connection }: { request: Request; connection: unknown },
): Call {
  const ip = deps.ipOf({ env: connection, req: { header: (name) => headers.get(name) ?? undefined } });
  const below = `/${provider}`;
  const call = openCall(path.slice(0, 300), { given: headers.get("x-request-id"), ip, below });
  deps.inHand.add(call);
  return call;
}

async function admit(
  deps: CallDeps,
  call: Call,
  { place, access, request }: { place: PassedPath; access: ProviderAccess; request: Request },
): Promise<Admission> {
  const { request: known, credential } = withCredential(request);
  const caller = await deps.keyring.authenticate(known);
  identify(call, caller);
  refuseUnlessAllowed(caller);
  refuseTricks(place.path);
  const isSigned = access.itself.wire === "bedrock";
  const asked = await passedRequest(request, { ...place, isSigned }, { bounds: deps, call });
  const named = namedModels(access.itself.wire, place.path, asked.data);
  const { prompt, completion } = likelyTokens(asked);
  describe(call, {
    model: named.model ?? "none",
    streamed: asked.data?.stream === true,
    promptTokens: prompt,
  });
  const target = targetFor(deps, caller, { access, named, asked });
  const onHit = deps.metrics.limitHit.bind(deps.metrics);
  const charge = takeLimits(deps.limiter, caller, { prompt, completion, onHit });
  holdTokens(call, charge instanceof Promise ? await charge : charge);
  if (caller.budgets.length > 0) {
    const most = deps.costOf(target, estimatedUsage(prompt, completion)) ?? 0n;
    holdMoney(call, await deps.budgets.reserve(caller.budgets, most));
  }
  return { caller, target, asked, credential };
}

/** The checks of a request and its answer; undefined without a guard or when skipped. */
function checkFor(
  { guardrails }: CallDeps,
  { requestId, model, caller: known }: Call,
  { caller, request }: { caller: Caller; request: Request },
): { input: GuardInput; output: CheckWindows } | undefined {
  const { headers, signal } = request;
  const skips = caller.may_skip_guardrails && headers.get("x-diwan-guardrails") === "skip";
  if (!guardrails || skips) return undefined;
  const context = {
    ...{ model: model ?? "none", userId: policyUser(known ?? caller), requestId, signal },
    ...{ caller: policyCaller(caller), pseudonyms: new Map<string, string>() },
  };
  return {
    input: {
      scan: (text) => guardrails.scan(text, { ...context, direction: "input" }),
      check: (windows, last) => guardrails.check(windows, last, { ...context, direction: "input" }),
    },
    output(windows, last) {
      // The answer is recorded even if the client has disconnected.
      const still = signal.aborted ? new AbortController().signal : signal;
      return guardrails.check(windows, last, { ...context, direction: "output", signal: still });
    },
  };
}

interface GuardInput {
  scan(text: string): Promise<InputNeed>;
  check: CheckWindows;
}

/** The request with the policies' replacements. Throws guardrails_blocked. */
async function guarded(asked: PassedRequest, { scan, check }: GuardInput): Promise<PassedRequest> {
  const { data = {}, headers, path } = asked;
  const need = await scan(wordsOf(asked));
  if (!need) return asked;
  const changed = await changedInput({ path, headers, data, text: "", addUsage: false }, check, need);
  // Without replacements the request is forwarded byte for byte.
  if (changed.text === "") return asked;
  return { ...asked, data: changed.data, body: new TextEncoder().encode(textOfSent(changed.text)) };
}

/** Calls once: only the client can decide to retry a request that may have taken effect. */
async function answerTo(
  deps: CallDeps,
  call: Call,
  { target, asked, credential, caller, signal }: Admission & { signal: AbortSignal },
): Promise<Answered<PassedAnswer>> {
  const { unknownBetas = "drop", upstream } = deps;
  return await firstAnswer([target], (target, key, signal) => {
    turnTo(call, target);
    return exchange({ target, key, signal, asked, credential, unknownBetas, upstream });
  }, {
    circuits: watched(deps.resilience.circuits),
    signal,
    tries: 1,
    // A later request for an object at a provider goes to the key that created it.
    random: stickyChance(`${caller.tenant_id}\n${target.provider}`),
  });
}

function failedResponse(
  deps: CallDeps,
  call: Call,
  { error, signal, wire }: { error: unknown; signal: AbortSignal; wire: WireName },
): Response {
  if (error instanceof PassedRefusal && !signal.aborted) {
    const { status, headers, text } = error.answer;
    const detail = { status, type: error.type, code: error.code, provider_status: status };
    settle(deps, call, { outcome: "error", status, detail });
    deps.inHand.delete(call);
    const bytes = new TextEncoder().encode(text);
    const response = responseOf({ status: 200, bytes, headers: headersOf(deps, call, headers) });
    return new Response(response.body, { status, headers: response.headers });
  }
  const failure = endFailed(deps, call, error, { signal, clientErrors: "as_provider" });
  deps.inHand.delete(call);
  const headers = headersOf(deps, call);
  return wire === "anthropic" ? anthropicFailure(failure, headers) : errorResponse(failure, headers);
}
