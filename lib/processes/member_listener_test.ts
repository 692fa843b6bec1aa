import assert from "node:assert/strict";
import { listenForMembers } from "lib/processes/member_listener.ts";
import type { Channel } from "lib/processes/process_channel.ts";

const connect = (port: number) => Deno.connect({ hostname: "127.0.0.1", port });
const say = (conn: Deno.Conn, text: string) => conn.write(new TextEncoder().encode(text));

/** Resolves when the far side has ended a connection. */
async function isEnded(conn: Deno.Conn): Promise<boolean> {
  try {
    return await conn.read(new Uint8Array(1)) === null;
  } catch {
    return true;
  }
}

function entering(): { promise: Promise<Channel>; resolve(channel: Channel): void } {
  return Promise.withResolvers<Channel>();
}

Deno.test("a token lets one connection in, once; wrong, used, revoked and old ones let nobody in", async () => {
  const members = listenForMembers({ tokenMs: 100 });
  try {
    const { promise, resolve } = entering();
    const { token } = members.token(resolve);
    using wrong = await connect(members.port);
    await say(wrong, "0".repeat(36));
    assert.equal(await isEnded(wrong), true);
    using right = await connect(members.port);
    await say(right, token);
    const channel = await promise;
    const revoked = members.token(() => assert.fail("a revoked token let somebody in"));
    revoked.revoke();
    const old = members.token(() => assert.fail("an old token let somebody in"));
    await new Promise((later) => setTimeout(later, 300));
    for (const worthless of [token, revoked.token, old.token]) {
      using conn = await connect(members.port);
      await say(conn, worthless);
      assert.equal(await isEnded(conn), true);
    }
    channel.close();
    await channel.closed;
  } finally {
    members.close();
  }
});

Deno.test("connections that say nothing are few and end, and keep nobody out", async () => {
  const members = listenForMembers({ mostSilent: 4, sayMs: 10_000 });
  try {
    const silent: Deno.Conn[] = [];
    for (let n = 0; n < 20; n++) silent.push(await connect(members.port));
    const { promise, resolve } = entering();
    using member = await connect(members.port);
    await say(member, members.token(resolve).token);
    const channel = await promise;
    const cut = await Promise.all(silent.slice(0, 16).map(isEnded));
    assert.deepEqual(cut, new Array(16).fill(true));
    for (const conn of silent) conn.close();
    channel.close();
    await channel.closed;
  } finally {
    members.close();
  }
});

Deno.test("a connection that does not say its token in time is ended", async () => {
  const members = listenForMembers({ sayMs: 20 });
  try {
    using conn = await connect(members.port);
    await say(conn, "half of a token");
    assert.equal(await isEnded(conn), true);
  } finally {
    members.close();
  }
});

Deno.test("accepting goes on after it failed, as it does where no file descriptor is free", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  let failures = 0;
  const members = listenForMembers({
    listener: {
      addr: listener.addr,
      close: () => listener.close(),
      accept() {
        if (failures++ < 3) return Promise.reject(new Error("Too many open files (os error 24)"));
        return listener.accept();
      },
    },
  });
  try {
    const { promise, resolve } = entering();
    using conn = await connect(members.port);
    await say(conn, members.token(resolve).token);
    const channel = await promise;
    channel.close();
    await channel.closed;
    assert.ok(failures > 3);
  } finally {
    members.close();
  }
});
