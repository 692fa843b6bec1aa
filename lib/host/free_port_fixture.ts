/** Ports for tests that must know one before the process that listens there. */

// Below those that Linux gives to sockets that ask for none (32768 on): another process would get one of those meanwhile.
const [FIRST, COUNT] = [10_000, 22_000];
const TRIES = 100;

/** A port of 127.0.0.1 where nobody listens, chosen by chance so that test files side by side choose others. */
export function freePort(): number {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    try {
      Deno.listen({ hostname: "127.0.0.1", port }).close();
      return port;
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    }
  }
  throw new Error(`no free port from ${FIRST} to ${FIRST + COUNT}`);
}
