import assert from "node:assert/strict";
import { toFile } from "openai";
import { testOnEngines } from "lib/testing.ts";
import { DATABASE, MOST_FILE_BYTES, withBench } from "../batches/batches_fixture.ts";

testOnEngines(
  "openai: files are stored, listed by page, read byte for byte and deleted, each caller only their own",
  DATABASE,
  async (sql) => {
    await withBench(sql, async ({ openai }) => {
      const bytes = Uint8Array.from({ length: 1_000_000 }, (_, n) => (n * 7919) >> 3);
      const mine = openai("k1");
      const file = await mine.files.create({
        file: await toFile(bytes.subarray(0, 1_000_000), "ملف.bin"),
        purpose: "user_data",
      });
      assert.deepEqual([file.object, file.bytes, file.filename, file.purpose, file.status], [
        "file",
        1_000_000,
        "ملف.bin",
        "user_data",
        "processed",
      ]);
      assert.match(file.id, /^file-[0-9a-f]{32}$/);
      const content = new Uint8Array(await (await mine.files.content(file.id)).arrayBuffer());
      assert.deepEqual(content, bytes.subarray(0, 1_000_000));
      const second = await mine.files.create({
        file: await toFile(bytes.subarray(0, 3), "b"),
        purpose: "batch",
      });
      assert.ok((second.expires_at ?? 0) > second.created_at);
      const listed = [];
      for await (const each of mine.files.list({ limit: 1 })) listed.push(each.id);
      assert.deepEqual(listed, [second.id, file.id]);
      assert.deepEqual((await mine.files.list({ purpose: "batch" })).data.map(({ id }) => id), [second.id]);
      const other = openai("k2");
      assert.equal((await other.files.list()).data.length, 0);
      await assert.rejects(other.files.retrieve(file.id), { status: 404, code: "file_not_found" });
      await assert.rejects(other.files.content(file.id), { status: 404 });
      await assert.rejects(other.files.delete(file.id), { status: 404 });
      assert.deepEqual(await mine.files.delete(file.id), { id: file.id, object: "file", deleted: true });
      await assert.rejects(mine.files.retrieve(file.id), { status: 404 });
      await assert.rejects(
        mine.files.create({ file: await toFile(bytes.subarray(0, 3), "b"), purpose: "vision" }),
        {
          status: 422,
          param: "purpose",
        },
      );
    });
  },
);

testOnEngines(
  "the total size of a key's files is limited, also for concurrent uploads",
  DATABASE,
  async (sql) => {
    await withBench(sql, async ({ openai }) => {
      const [mine, other] = [openai("k1"), openai("k2")];
      const third = new Uint8Array(MOST_FILE_BYTES / 4 + 1);
      const create = async (client = mine, bytes = third) =>
        await client.files.create({ file: await toFile(bytes, "b"), purpose: "user_data" });
      const results = await Promise.allSettled([create(), create(), create(), create(), create()]);
      assert.equal(results.filter(({ status }) => status === "fulfilled").length, 3);
      const full = { status: 413, param: "file", code: "file_storage_full" };
      for (const result of results) {
        if (result.status === "rejected") {
          assert.ok(Object.entries(full).every(([key, value]) => result.reason[key] === value));
        }
      }
      await create(other);
      const { data } = await mine.files.list();
      assert.equal(data.length, 3);
      await mine.files.delete(data[0]?.id ?? "");
      await create();
      await assert.rejects(create(), full);
      await sql`update gateway.files set expires_at = now() where owner = 'k1'`;
      await create();
    });
  },
);
