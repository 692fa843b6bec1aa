/**
 * Balances connections over processes that share a port. The kernel assigns each new connection to one of
 * them at random, so a process may get most of a few long-lived ones.
 */

// Below this load, moving connections is not worth the reconnects.
const LEAST_REQUESTS = 20;

/**
 * How many connections each process should close, by its connections in use and the requests of all in the
 * last second. Reconnects are assigned at random again, so balancing takes a few rounds.
 */
export function surplus(inUse: readonly number[], requests: number): number[] {
  const count = inUse.length;
  if (count < 2 || requests < LEAST_REQUESTS) return inUse.map(() => 0);
  const fair = inUse.reduce((sum, connections) => sum + connections, 0) / count;
  return inUse.map((connections) => {
    const over = connections - fair;
    // On average one in `count` of the closed connections comes back.
    return over >= 1 && over > fair / 10 ? Math.floor(over * count / (count - 1)) : 0;
  });
}
