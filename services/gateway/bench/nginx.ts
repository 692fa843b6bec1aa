/** nginx as a plain proxy, the upper bound for a gateway. */
import { freePort } from "lib/host/free_port_fixture.ts";
import { answers } from "./targets.ts";

export interface Nginx {
  name: "nginx";
  url: string;
  headers: Record<string, string>;
  process: Deno.ChildProcess;
  /** Its only process. */
  pid: number;
}

const configOf = (port: number, provider: string) => `
  worker_processes 1; master_process off; daemon off; pid nginx.pid;
  events { worker_connections 4096; }
  http {
    access_log off; client_max_body_size 100m; keepalive_requests 100000000;
    client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
    upstream provider { server ${new URL(provider).host}; keepalive 512; keepalive_requests 100000000; }
    server {
      listen 127.0.0.1:${port};
      location / {
        proxy_pass http://provider; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_buffering off;
      }
    }
  }`;

/** Starts nginx on the last core with `dir` for its files; undefined if it is not installed. */
export async function startNginx(
  provider: string,
  dir: string,
  pinned: (core: number, command: string[]) => string[],
): Promise<Nginx | undefined> {
  const port = freePort();
  await Deno.mkdir(dir, { recursive: true });
  await Deno.writeTextFile(`${dir}/nginx.conf`, configOf(port, provider));
  const lookup = await new Deno.Command("sh", { args: ["-c", "PATH=$PATH:/usr/sbin command -v nginx"] })
    .output();
  if (!lookup.success) return undefined;
  const path = new TextDecoder().decode(lookup.stdout).trim();
  const command = pinned(navigator.hardwareConcurrency - 1, [
    path,
    "-p",
    `${dir}/`,
    "-c",
    `${dir}/nginx.conf`,
    "-e",
    `${dir}/error.log`,
  ]);
  const [program = "", ...args] = command;
  const process = new Deno.Command(program, { args, stdout: "null", stderr: "inherit" }).spawn();
  const url = `http://127.0.0.1:${port}`;
  await answers(`${url}/v1/models`);
  return { name: "nginx", url, headers: {}, process, pid: process.pid };
}
