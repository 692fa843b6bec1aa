import assert from "node:assert/strict";
import { print } from "./print.ts";

/** A pipe that takes at most three bytes at once. */
function narrowPipe() {
  const taken: number[] = [];
  return {
    writeSync(bytes: Uint8Array) {
      const some = bytes.subarray(0, 3);
      taken.push(...some);
      return some.length;
    },
    text: () => new TextDecoder().decode(new Uint8Array(taken)),
  };
}

Deno.test("a line is printed whole to a pipe that takes it in pieces", () => {
  const pipe = narrowPipe();
  print("اختبار: all of it", pipe);
  assert.equal(pipe.text(), "اختبار: all of it\n");
});

Deno.test("a text that ends with a line break gets no second one", () => {
  const pipe = narrowPipe();
  print("one\ntwo\n", pipe);
  assert.equal(pipe.text(), "one\ntwo\n");
});
