/** Free ports for tests that must know the port before a process listens there. */

// Below Linux's ephemeral ports (32768 and up), which another process might receive in the meantime.
const [FIRST, COUNT] = [10_000, 22_000];
const TRIES = 100;

/** A free port of 127.0.0.1, chosen at random so that parallel test files choose others. */
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
