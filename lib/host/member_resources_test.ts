import assert from "node:assert/strict";
import { openEmbedded } from "lib/embedded/embedded.ts";
import { type Channel, channelOver } from "lib/processes/process_channel.ts";
import { testTemplate } from "lib/embedded/template_fixture.ts";
import { remoteDatabase, serveResources } from "./member_resources.ts";

async function channels(): Promise<[Channel, Channel]> {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const accepted = listener.accept();
  const one = channelOver(await Deno.connect({ hostname: "127.0.0.1", port: listener.addr.port }));
  return [one, channelOver(await accepted)];
}

Deno.test("an answer too long for a process fails its transaction alone, which leaves nothing and holds nobody up", async () => {
  const database = await openEmbedded(undefined, { template: await testTemplate() });
  const [here, there] = await channels();
  try {
    const { sql } = database;
    await sql`create table notes (text text)`;
    serveResources(there, { database });
    const remote = remoteDatabase(here);
    const failing = remote.sql.begin(async (tx) => {
      await tx`insert into notes values ('half')`;
      await tx`select repeat('x', 70000000) as long`;
    });
    await assert.rejects(failing);
    assert.equal((await sql<{ count: number }[]>`select count(*)::int as count from notes`)[0]?.count, 0);
    const [row] = await remote.sql<{ short: string }[]>`select 'x' as short`;
    assert.equal(row?.short, "x");
    await remote.close();
  } finally {
    here.close();
    there.close();
    await Promise.all([here.closed, there.closed]);
    await database.close();
  }
});
