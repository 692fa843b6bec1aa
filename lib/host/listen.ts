/** Listens for a service and reports failures to listen as a sentence. */
import { SettingsError } from "lib/env.ts";
import { wordsOf } from "lib/error_words.ts";
import {
  type DirectHandler,
  type Handler,
  type HttpServer,
  serveHttp,
  USUAL_PATIENCE,
} from "lib/http/http_server.ts";
import { hasAutomaticSpans } from "lib/telemetry/tracing.ts";
import type { Logger } from "lib/telemetry/log.ts";
import type { Prepared } from "lib/host/service_definition.ts";

/**
 * Serves HTTP where and how `service` says, or on `sharedPort`, where other processes listen as well.
 * @throws {SettingsError} when the address or port cannot be had.
 */
export function listen(
  service: Prepared,
  { log, sharedPort, direct, handler }: {
    log: Logger;
    sharedPort?: number;
    direct: DirectHandler;
    handler: Handler;
  },
): HttpServer {
  const { port, shared, webSockets, ownHttp } = service;
  const options = {
    hostname: shared.HOST,
    port: sharedPort ?? port,
    sharesPort: sharedPort !== undefined,
    webSockets,
    direct: ownHttp && !hasAutomaticSpans() ? direct : undefined,
    patience: { ...USUAL_PATIENCE, idleMs: shared.KEEP_ALIVE_SECONDS * 1000 },
    onError: (error: unknown) => {
      log.error("a request failed outside the service", { error });
      return Response.json({ error: "Internal server error" }, { status: 500 });
    },
  };
  try {
    const server = serveHttp(options, handler);
    // In a group the first process prints this, once.
    if (sharedPort === undefined) log.info("listening", { url: urlOf(server.addr) });
    return server;
  } catch (error) {
    throw listenFailure(service, error);
  }
}

/**
 * A port for the processes of `service` that nobody else uses: SO_REUSEPORT would silently share another
 * group's.
 * @throws {SettingsError} when there is none.
 */
export function freePort(service: Prepared): Deno.NetAddr {
  try {
    using listener = Deno.listen({ hostname: service.shared.HOST, port: service.port });
    return listener.addr;
  } catch (error) {
    throw listenFailure(service, error);
  }
}

/** The address by which people on this machine reach a listener. */
export function urlOf({ hostname, port }: Deno.NetAddr): string {
  const host = hostname === "0.0.0.0" || hostname === "::" ? "localhost" : hostname;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function listenFailure({ name, port, shared }: Prepared, error: unknown): unknown {
  const setting = `${name.toUpperCase()}_PORT`;
  if (error instanceof Deno.errors.AddrInUse) {
    return new SettingsError(
      `Port ${port} is in use: stop what listens there, or set ${setting} for the ${name} service`,
    );
  }
  if (error instanceof Deno.errors.AddrNotAvailable) {
    return new SettingsError(
      `HOST ${shared.HOST} is no address of this machine: use 0.0.0.0 or one that is`,
    );
  }
  if (error instanceof Deno.errors.PermissionDenied) {
    return new SettingsError(`Port ${port} is not for this user: set ${setting} to one above 1023`);
  }
  if (error instanceof Deno.errors.NotCapable) return error;
  // An address that is none, or a name that nobody knows, has no class of its own.
  return new SettingsError(
    `The ${name} service cannot listen at port ${port} of HOST ${shared.HOST}: set HOST to 0.0.0.0 or an address of this machine (${
      wordsOf(error)
    })`,
    { cause: error },
  );
}
