/** Made-up prices of the built-in models, so that the demo's calls cost something. */
import type { Client, Place } from "./client.ts";

const PRICES = {
  echo: { input: "15", output: "75" },
  "echo-embedding": { input: "0.13", output: "0" },
};

/** Sets the prices unless an admin has ever set or removed one. */
export async function prices(client: Client): Promise<string> {
  for (const [model, price] of Object.entries(PRICES)) {
    const place: Place = ["gateway", `/governance/prices/echo/${model}`];
    const { status } = await client.send("GET", place, { also: [404] });
    if (status === 404) await client.send("PUT", place, { body: price });
  }
  return `made-up prices for ${Object.keys(PRICES).join(" and ")} (both are free)`;
}
