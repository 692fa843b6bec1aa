// A worker in a process of its own, for the test that kills it.
import { openServer } from "lib/database/db.ts";
import { stage } from "./testing.ts";

const [database = "", kvPath, provider, benchmarksDir] = Deno.args;
const { sql } = openServer(database, 4);
stage({ sql, kv: await Deno.openKv(kvPath), provider, benchmarksDir, width: 3, slots: 4 });
