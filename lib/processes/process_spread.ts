/**
 * How connections are spread over processes that share a port. The system hands each new connection to one of them by
 * chance, where it stays: of few long ones a process may get most.
 */

// With less to do than this no process is worth a new connection.
const LEAST_REQUESTS = 20;

/**
 * How many connections each process should give up, by how many of its are in use and what all were asked in the last
 * second. Where a connection goes next is chance again, so that it takes a few rounds.
 */
export function surplus(inUse: readonly number[], requests: number): number[] {
  const count = inUse.length;
  if (count < 2 || requests < LEAST_REQUESTS) return inUse.map(() => 0);
  const fair = inUse.reduce((sum, one) => sum + one, 0) / count;
  return inUse.map((one) => {
    const over = one - fair;
    // Of those given up one in `count` comes back.
    return over >= 1 && over > fair / 10 ? Math.floor(over * count / (count - 1)) : 0;
  });
}
