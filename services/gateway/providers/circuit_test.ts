import assert from "node:assert/strict";
import { createCircuit, createCircuits } from "./circuit.ts";

function clocked() {
  let time = 1_000_000;
  const states: string[] = [];
  const circuit = createCircuit({ now: () => time, onChange: (state) => void states.push(state) });
  return { circuit, states, pass: (ms: number) => void (time += ms) };
}

Deno.test("a circuit opens at five failures that are half of the requests", () => {
  const { circuit, states } = clocked();
  for (let i = 0; i < 4; i++) circuit.failed();
  assert.equal(circuit.state, "closed");
  circuit.failed();
  assert.equal(circuit.state, "open");
  assert.equal(circuit.admits(), false);
  assert.ok(circuit.restsMs() > 0);
  assert.deepEqual(states, ["open"]);
});

Deno.test("a circuit stays closed when failures are few among many requests", () => {
  const { circuit } = clocked();
  for (let i = 0; i < 100; i++) {
    circuit.succeeded();
    if (i % 3 === 0) circuit.failed();
  }
  assert.equal(circuit.state, "closed");
});

Deno.test("old failures do not open a circuit", () => {
  const { circuit, pass } = clocked();
  for (let i = 0; i < 10; i++) {
    circuit.failed();
    if (i % 4 === 3) pass(60_000);
  }
  assert.equal(circuit.state, "closed");
});

Deno.test("an open circuit probes with one request and closes when that succeeds", () => {
  const { circuit, states, pass } = clocked();
  for (let i = 0; i < 5; i++) circuit.failed();
  pass(5_000);
  assert.equal(circuit.admits(), true);
  assert.equal(circuit.admits(), false, "only one probe at a time");
  circuit.forgot();
  assert.equal(circuit.admits(), true, "a probe that was aborted makes room for another");
  circuit.succeeded();
  assert.deepEqual(states, ["open", "half_open", "closed"]);
  circuit.failed();
  assert.equal(circuit.state, "closed", "it starts counting anew");
});

Deno.test("after a failed probe the wait doubles, and is at least the provider's Retry-After", () => {
  const { circuit, pass } = clocked();
  for (let i = 0; i < 5; i++) circuit.failed();
  pass(5_000);
  circuit.admits();
  circuit.failed();
  assert.equal(circuit.restsMs(), 10_000);
  pass(10_000);
  circuit.admits();
  circuit.failed(60_000);
  assert.equal(circuit.restsMs(), 60_000);
});

Deno.test("invented models do not fill memory, and evict no open circuit while closed ones exist", () => {
  const circuits = createCircuits({ most: 10 });
  const broken = circuits.of("a/1", "broken");
  for (let i = 0; i < 5; i++) broken.failed();
  for (let i = 0; i < 100; i++) circuits.of("a/1", `invented-${i}`).succeeded();
  assert.equal(circuits.of("a/1", "broken"), broken);
  assert.notEqual(circuits.restsMs("a/1", "broken"), 0);
  assert.equal(circuits.restsMs("a/1", "never asked"), 0);
});
