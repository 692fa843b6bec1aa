import { assertRefused } from "../rules_fixture.ts";
import { allowPrice, MOST_MODELS } from "./price_rules.ts";

Deno.test("allowPrice() refuses a price over the maximum number of models", () => {
  allowPrice({ otherModels: MOST_MODELS - 1 });
  assertRefused(() => allowPrice({ otherModels: MOST_MODELS }), 409, /10000 models have set prices/);
});
