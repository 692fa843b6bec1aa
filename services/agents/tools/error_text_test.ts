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
    [
      "System.Exception: closed\n   at Foo.Bar(String x) in C:\\app\\foo.cs:line 12\n   at Foo.Main()",
      "System.Exception: closed",
    ],
    ["PHP Fatal error: closed\n#0 /var/www/x.php(12): foo()\n#1 {main}", "PHP Fatal error: closed"],
    ["closed (RuntimeError)\n\tfrom /app/x.rb:20:in `main'", "closed (RuntimeError)"],
    ["closed\nstack backtrace:\n   0: rust_begin_unwind\n      at /rustc/panicking.rs:645:5", "closed"],
    ['{"stack":"Error: no\\n    at foo (/srv/a.js:1:2)\\n    at b.js:3:4"}', '{"stack":"Error: no"}'],
    ["Error: no at foo (/srv/a.js:1:2) at async /srv/b.js:3:4", "Error: no"],
  ];
  for (const [given, kept] of cases) assert.equal(withoutStacks(given), kept);
});

Deno.test("withoutStacks() leaves ordinary text", () => {
  const text = "The meeting is\n  at 10:30:15 or 11:00\nat the office (room 12)\nالاجتماع في الساعة ١٠";
  assert.equal(withoutStacks(text), text);
});
