/** Stops serving: all services of a process at once, each request in hand answered. */
import { pause, within } from "lib/deadlines.ts";
import type { Served, ServedHere } from "lib/host/serve.ts";

const DRAIN_MS = 30_000;
// Clients with kept connections are asked to close them for this long; then the server closes them.
const LAST_WORD_MS = 1_000;
const KEPT_MS = 60_000;
const LOOK_MS = 20;

/** The parts of a service needed to stop it. */
export type Draining = Pick<Served, "platform" | "drain" | "busy" | "lastAsked" | "shutdown">;

/**
 * Makes `services` refuse new requests; resolves when those under way have ended, after 30 s at most for all
 * services together.
 */
export async function drainAll(services: readonly Draining[]): Promise<void> {
  const begun = Date.now();
  const left = () => begun + DRAIN_MS - Date.now();
  for (const service of services) service.drain();
  const asked = services.some((service) => begun - service.lastAsked() < KEPT_MS);
  const until = begun + (asked ? LAST_WORD_MS : 0);
  // Services call each other to finish requests under way, so none closes while another is busy.
  while (left() > 0 && (Date.now() < until || services.some((service) => service.busy()))) {
    await pause(LOOK_MS);
  }
  for (const platform of [false, true]) {
    const wave = services.filter((service) => service.platform === platform);
    const closed = Promise.all(wave.map((service) => service.shutdown()));
    await within(Math.max(0, left()), closed).catch(() => {});
  }
}

/**
 * Drains the connections of one process in a group: accepts no new ones, answers each kept connection once
 * more with `Connection: close`, and resolves when no connection is in use and no request is in hand, within
 * 30 s.
 */
export async function drainConnections(
  service: Pick<ServedHere, "drainConnections" | "busy" | "lastAsked">,
): Promise<void> {
  const begun = Date.now();
  await service.drainConnections();
  const quiet = () => Date.now() - Math.max(begun, service.lastAsked()) >= LAST_WORD_MS && !service.busy();
  while (!quiet() && Date.now() - begun < DRAIN_MS) await pause(LOOK_MS);
}
