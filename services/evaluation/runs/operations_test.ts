import assert from "node:assert/strict";
import { serveScript } from "lib/testing.ts";
import { answer, begin, detail, pause, play, QUESTIONS, until } from "../testing.ts";

play("cancelling stops the asking; a retry asks the rest", { sums: {} }, async (make) => {
  let inHand = 0;
  await using provider = serveScript(async (_request, { body }) => {
    inHand++;
    await pause(20);
    inHand--;
    return answer(body);
  });
  await using scene = make({ provider: provider.url, width: 3 });
  const id = await begin(scene, { benchmark_ids: ["sums"] });
  await until(() => provider.requests.length >= 6);
  const cancelled = await scene.call("POST", `/results/${id}/cancel`);
  assert.equal(cancelled.status, 200);
  assert.equal((await cancelled.json()).status, "cancelled");
  // Between two questions nothing is in hand for a moment either: the run is over once its job is gone.
  await until(async () => !await scene.queue.has(id));
  await until(() => inHand === 0);
  const askedThen = provider.requests.length;
  assert.ok(askedThen < QUESTIONS);
  assert.equal((await scene.call("POST", `/results/${id}/cancel`)).status, 409);
  assert.equal((await scene.call("POST", `/results/${id}/rescore`)).status, 200);
  await scene.ended(id);
  assert.equal(provider.requests.length, askedThen, "rescoring asks nothing");
  assert.equal((await scene.call("POST", `/results/${id}/retry`)).status, 200);
  assert.equal((await scene.ended(id)).status, "completed");
  assert.ok(
    provider.requests.length <= QUESTIONS + 6,
    "only what was under way or not stored yet is asked again",
  );
});

play("an evaluation cancelled while queued never runs", { a: {}, b: {} }, async (make) => {
  await using provider = serveScript((_request, { body }) => answer(body));
  const idle = make({ provider: provider.url, works: false });
  const id = await begin(idle, { benchmark_ids: ["a"] });
  assert.equal((await detail(idle, id)).phase, "queued");
  await idle.call("POST", `/results/${id}/cancel`);
  await using scene = make({ provider: provider.url });
  await scene.run({ benchmark_ids: ["b"] });
  assert.equal(provider.requests.length, QUESTIONS);
  await until(async () => !await scene.queue.has(id));
});
