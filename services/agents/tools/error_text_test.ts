import assert from "node:assert/strict";
import { withoutStacks } from "./error_text.ts";

Deno.test("withoutStacks() keeps the message and drops the frames of many languages", () => {
  const cases: [string, string][] = [
    [
      "TypeError: x is not a function\n    at run (file:///srv/app/tool.ts:12:5)\n    at async /srv/app/main.ts:3:1",
      "TypeError: x is not a function",
    ],
    [
      'Traceback (most recent call last):\n  File "/srv/tool.py", line 3, in run\n    x()\nValueError: no such id',
      "ValueError: no such id",
    ],
    [
      "java.lang.IllegalStateException: closed\n\tat com.example.Tool.run(Tool.java:42)\n\t... 12 more\nCaused by: java.io.IOException: gone",
      "java.lang.IllegalStateException: closed\nCaused by: java.io.IOException: gone",
    ],
    ["panic: nil map\n\ngoroutine 1 [running]:\nmain.main()\n\t/srv/main.go:7 +0x1d", "panic: nil map"],
  ];
  for (const [given, kept] of cases) assert.equal(withoutStacks(given), kept);
});

Deno.test("withoutStacks() leaves ordinary text", () => {
  const text = "The meeting is\n  at 10:30\nat the office (room 12)\nالاجتماع في الساعة ١٠";
  assert.equal(withoutStacks(text), text);
});
