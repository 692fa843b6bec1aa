/** The order in which an alias's models are called. */
import type { Choice } from "./alias.ts";
import type { Target } from "./target.ts";

/** The configured targets of a model or alias. */
export interface Route {
  targets: Target[];
  by: Choice;
  /** Weight of each target. */
  weights: number[];
}

export interface ChoiceContext {
  streamed: boolean;
  /** The likely cost of the call at a target; undefined without a price. */
  costOf(target: Target): bigint | undefined;
  random?: () => number;
}

/** The targets of a route in the order of calls. Equals keep the order of the file. */
export function orderedTargets(route: Route, context: ChoiceContext): Target[] {
  const { targets, by } = route;
  if (by === "order" || targets.length < 2) return targets;
  if (by === "weight") return byWeight(route, context.random ?? Math.random);
  const figure = figures(by, context);
  return targets.map((target) => ({ target, figure: figure(target) }))
    .sort((a, b) => a.figure < b.figure ? -1 : a.figure > b.figure ? 1 : 0)
    .map(({ target }) => target);
}

type Figures = (target: Target) => number | bigint;

function figures(by: "latency" | "in_flight" | "cost", { streamed, costOf }: ChoiceContext): Figures {
  if (by === "in_flight") return ({ load }) => load?.inFlight ?? 0;
  if (by === "cost") return (target) => costOf(target) ?? Infinity;
  return ({ load }) => {
    const known = load?.latencyMs(streamed);
    // A model without measurements is probed by one call at a time.
    return known ?? (load && load.inFlight > 0 ? Infinity : 0);
  };
}

function byWeight({ targets, weights }: Route, random: () => number): Target[] {
  const rest = targets.map((target, index) => ({ target, weight: weights[index] ?? 1 }));
  const order: Target[] = [];
  while (rest.length > 0) {
    let point = random() * rest.reduce((sum, { weight }) => sum + weight, 0);
    const index = rest.findIndex(({ weight }) => (point -= weight) < 0);
    const [next] = rest.splice(index < 0 ? rest.length - 1 : index, 1);
    if (next) order.push(next.target);
  }
  return order;
}
