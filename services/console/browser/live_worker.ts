/** Holds the one event stream of a browser for all its tabs: HTTP/1.1 has six connections for all of them together. */
const ports = new Set<MessagePort>();
let last: string | undefined;

const source = new EventSource("/live");
source.addEventListener("services", (event: MessageEvent<string>) => {
  last = event.data;
  for (const port of ports) port.postMessage(last);
});

addEventListener("connect", (event) => {
  if (!(event instanceof MessageEvent)) return;
  const [port] = event.ports;
  if (!port) return;
  ports.add(port);
  port.onmessage = ({ data }) => {
    if (data === "bye") ports.delete(port);
  };
  if (last !== undefined) port.postMessage(last);
});

export {};
