import { quickEmbedded } from "lib/embedded/template_fixture.ts";
import { platformMigrations } from "../platform_migrations_fixture.ts";
import { type Platform, startPlatform } from "../attack/platform.ts";

let started: Promise<{ platform: Platform; dir: string }> | undefined;

async function start(): Promise<{ platform: Platform; dir: string }> {
  const dir = await Deno.makeTempDir();
  return {
    platform: await startPlatform(dir, {
      ...await quickEmbedded(await platformMigrations()),
      RATE_LIMIT_PER_MINUTE: "10000",
    }),
    dir,
  };
}

/**
 * One platform with high rate limits, shared by all tests that only read its contract, since a start takes
 * four seconds of processor time.
 */
export async function sharedPlatform(): Promise<Platform> {
  return (await (started ??= start())).platform;
}

Deno.test.afterAll(async () => {
  if (!started) return;
  const { platform, dir } = await started;
  const code = await platform.stop();
  await Deno.remove(dir, { recursive: true });
  if (code !== 0) throw new Error(`the platform ended with ${code}`);
});
