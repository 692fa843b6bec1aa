/** Live updates from the services, through one stream for all tabs. */
import { signal } from "@preact/signals";
import type { ServiceState } from "../shared/service_state.ts";
import { boot } from "./boot.ts";
import { trustedAddress } from "./trusted.ts";

/** The state of each service; undefined until the first news. */
export const services = signal<ServiceState[] | undefined>(undefined);

/** Listens from now on. Where there are no shared workers, each tab asks by itself. */
export function listen(): void {
  const onServices = (text: string) => services.value = JSON.parse(text);
  if (!("SharedWorker" in globalThis)) {
    new EventSource("/live").addEventListener(
      "services",
      (event: MessageEvent<string>) => onServices(event.data),
    );
    return;
  }
  const worker = new SharedWorker(trustedAddress(boot.files.liveWorker), {
    type: "module",
    name: `diwan ${boot.user?.sub}`,
  });
  worker.port.onmessage = ({ data }) => onServices(data);
  addEventListener("pagehide", () => worker.port.postMessage("bye"));
}
