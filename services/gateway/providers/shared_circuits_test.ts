import assert from "node:assert/strict";
import type { Siblings } from "lib/processes/sibling_processes.ts";
import { sharedCircuits } from "./shared_circuits.ts";

/** Connected processes, and the number of messages. */
function processes(count: number) {
  const heard = Array.from({ length: count }, () => new Map<string, (data: unknown) => unknown>());
  const states: string[][] = heard.map(() => []);
  let told = 0;
  const circuits = heard.map((own, index) => {
    const siblings: Siblings = {
      any: true,
      on: (topic, hear) => void own.set(topic, hear),
      tell(topic, data) {
        told++;
        for (const other of heard) if (other !== own) other.get(topic)?.(structuredClone(data));
        return Promise.resolve();
      },
    };
    return sharedCircuits({ siblings, onChange: (_place, state) => states[index]?.push(state) });
  });
  return { circuits, states, told: () => told };
}

Deno.test("all processes learn from one that a provider fails, and that it works again", () => {
  const { circuits: [one, two, three], states, told } = processes(3);
  assert.ok(one && two && three);
  for (let i = 0; i < 6; i++) one.of("openai/a", "m").failed(20_000);
  assert.equal(one.of("openai/a", "m").state, "open");
  for (const other of [two, three]) {
    const circuit = other.of("openai/a", "m");
    assert.equal(circuit.admits(), false);
    assert.ok(circuit.restsMs() > 15_000 && circuit.restsMs() <= 20_000, `${circuit.restsMs()}`);
    assert.equal(other.of("openai/a", "other").state, "closed");
    assert.equal(other.of("openai/b", "m").state, "closed");
  }
  assert.equal(told(), 1, "who hears it does not tell it again");
  assert.deepEqual(states, [["open"], ["open"], ["open"]]);
});

Deno.test("a successful probe of one process closes the circuit in the others", () => {
  const { circuits: [one, two], states } = processes(2);
  assert.ok(one && two);
  for (let i = 0; i < 5; i++) one.of("openai/a", "m").failed();
  const circuit = two.of("openai/a", "m");
  circuit.heard(0.001);
  while (!circuit.admits());
  circuit.succeeded();
  assert.equal(circuit.state, "closed");
  assert.equal(one.of("openai/a", "m").state, "closed");
  assert.equal(one.of("openai/a", "m").admits(), true);
  assert.deepEqual(states, [["open", "closed"], ["open", "half_open", "closed"]]);
});
