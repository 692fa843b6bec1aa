import assert from "node:assert/strict";
import { z } from "zod";
import { readEnv } from "lib/env.ts";
import { jsonSetting } from "lib/json_setting.ts";

const schema = z.object({
  SEATS: jsonSetting(
    z.record(z.string(), z.strictObject({ rows: z.number().min(1) })),
    '{"hall": {"rows": 9}}',
  ),
});
const read = (text?: string) => readEnv(schema, () => text).SEATS;

Deno.test("a setting of JSON is read, and may be absent", () => {
  assert.deepEqual(read('{"قاعة": {"rows": 3}}'), { قاعة: { rows: 3 } });
  assert.equal(read(), undefined);
});

const FAULTS: [text: string, fault: string][] = [
  ["{rows", "not JSON"],
  ["[]", "it must be an object"],
  ['{"hall": {"rows": "nine"}}', "hall.rows must be a number"],
  ['{"hall": {}}', "hall.rows is missing"],
  ['{"hall": {"rows": 0}}', "hall.rows must be 1 or more"],
];
for (const [text, fault] of FAULTS) {
  Deno.test(`a setting of JSON that is ${text} is refused in one line with an example`, () => {
    assert.throws(() => read(text), {
      name: "SettingsError",
      message: `These settings are wrong:\n  SEATS: ${fault}; expected {"hall": {"rows": 9}}`,
    });
  });
}
