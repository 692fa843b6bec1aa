import assert from "node:assert/strict";
import { checkSpelling, meantBy } from "./misspelt.ts";

const SETTINGS = new Set(["OPENAI_API_KEY", "OPENAI_BASE_URL", "DATA_DIR", "GATEWAY_PORT", "HOST"]);

Deno.test("a name that is a letter or two from a setting's is taken for it", () => {
  for (
    const [name, meant] of [
      ["OPENAI_API_KYE", "OPENAI_API_KEY"],
      ["OPENAI_APIKEY", "OPENAI_API_KEY"],
      ["OPENAI_BASEURL", "OPENAI_BASE_URL"],
      ["DATADIR", "DATA_DIR"],
      ["GATEWAY_PROT", "GATEWAY_PORT"],
    ] as const
  ) {
    assert.equal(meantBy(name, SETTINGS), meant, name);
  }
});

Deno.test("settings, their files, and names of other programs are not", () => {
  for (
    const name of ["OPENAI_API_KEY", "OPENAI_API_KEY_FILE", "HOSTS", "COMPOSE_PROJECT_NAME", "HTTP_PROXY"]
  ) {
    assert.equal(meantBy(name, SETTINGS), undefined, name);
  }
});

Deno.test("the doctor tells of a misspelt setting in .env, and of nothing where there is no such file", async () => {
  const path = await Deno.makeTempFile();
  try {
    await Deno.writeTextFile(path, "OPENAI_API_KYE=sk-secret\nLOG_LEVEL=warn\n");
    const findings = await checkSpelling(path);
    assert.deepEqual(findings.map(({ state, todo }) => [state, todo]), [
      ["note", "write OPENAI_API_KEY, if that is meant"],
    ]);
    assert.ok(!JSON.stringify(findings).includes("sk-secret"));
  } finally {
    await Deno.remove(path);
  }
  assert.deepEqual(await checkSpelling(path), []);
});
