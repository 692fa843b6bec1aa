/** A configuration's rules for providers' own endpoints and caches. */
import assert from "node:assert/strict";
import { openConfig } from "./config.ts";
import { FILE, fromText, settings } from "./config_fixture.ts";

Deno.test("a provider's own endpoints accept the configured models, by the provider's names", async () => {
  await using given = await fromText(`${FILE}
`.replace(
    "aliases:",
    `  - name: azure_openai
    base_url: https://a.example
    keys: [{ key: k }]
    models: [gpt-4o]
    deployments: { gpt-4o: our-deployment }
aliases:`,
  ));
  const config = given.holder.current();
  const house = config.provider("house");
  assert.deepEqual([house?.itself.model, house?.itself.headers], ["", { "x-team": "platform" }]);
  assert.deepEqual([house?.model("allam-7b")?.price?.output, house?.model("other")], ["0.02", undefined]);
  assert.equal(config.provider("openai")?.model("anything")?.model, "anything");
  assert.equal(config.provider("azure_openai")?.model("our-deployment")?.model, "gpt-4o");
  for (const name of ["echo", "fast", "nobody", "constructor"]) {
    assert.equal(config.provider(name), undefined);
  }
});

Deno.test("an alias defines the cache marks of its models' prompts", async () => {
  await using given = await fromText(
    `${FILE}  long: { models: [gpt-4o], longer: [allam-7b], cache_marks: true }
  plain: { models: [gpt-4o], cache_marks: { on: [system], least_characters: 9000 } }`,
  );
  const config = given.holder.current();
  const [long] = config.resolve("long");
  const everywhere = { on: ["tools", "system", "messages"], least_characters: 4000 };
  assert.deepEqual([long?.cacheMarks, long?.longer?.[0]?.cacheMarks], [everywhere, everywhere]);
  assert.deepEqual(config.resolve("plain")[0]?.cacheMarks, { on: ["system"], least_characters: 9000 });
  assert.equal(config.resolve("fast")[0]?.cacheMarks, undefined);
  await assert.rejects(
    fromText(`${FILE}  wrong: { models: [gpt-4o], cache_marks: { on: [all] } }`),
    /line 17/,
  );
});

Deno.test("models whose tools go to /responses are configured by pattern, at providers with that API", async () => {
  const at = (more: string) => fromText(`providers: [{ name: openai, keys: [{ key: k }]${more} }]`);
  await using given = await at(", tools_by_responses: [gpt-5.6*, other]");
  const config = given.holder.current();
  const asked = ["gpt-5.6-luna", "other", "other-2", "gpt-5.4"].map((name) =>
    config.resolve(name)[0]?.toolsByResponses
  );
  assert.deepEqual(asked, [true, true, undefined, undefined]);
  await assert.rejects(at(", responses: false, tools_by_responses: [a]"), /line 1: .*responses: true/);
});

Deno.test("an Azure deployment has the Responses API if its setting says so", async () => {
  const azure = {
    AZURE_OPENAI_API_KEY: "k",
    AZURE_OPENAI_ENDPOINT: "https://a.example",
    AZURE_OPENAI_DEPLOYMENT: "d",
  };
  const responses = async (more: Record<string, string>) =>
    (await openConfig(settings({ ...azure, ...more }))).current().resolve("d")[0]?.responses;
  assert.deepEqual([await responses({}), await responses({ AZURE_OPENAI_RESPONSES: "true" })], [false, true]);
});
