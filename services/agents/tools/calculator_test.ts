import assert from "node:assert/strict";
import fc from "fast-check";
import { calculate, calculator } from "./calculator.ts";
import { absolute, add, compare, decimal, divide, multiply, subtract, toText } from "./decimal.ts";

const CASES: [string, string][] = [
  ["0.1 + 0.2", "0.3"],
  ["1 - 0.9", "0.1"],
  ["2 + 3 * 4", "14"],
  ["(2 + 3) * 4", "20"],
  ["-2^2", "-4"],
  ["2^3^2", "512"],
  ["2**10", "1024"],
  ["2^-2", "0.25"],
  ["10 / 4", "2.5"],
  ["1 / 3", "0.333333333333333333333333333333"],
  ["2 / 3", "0.666666666666666666666666666667"],
  ["1e-7 * 3", "0.0000003"],
  ["99999999999999999999 + 1", "100000000000000000000"],
  ["1250 * 15%", "187.5"],
  ["10 % 3", "1"],
  ["-7 % 3", "-1"],
  ["5!", "120"],
  ["sqrt(16)", "4"],
  ["√16 + 1", "5"],
  ["sqrt(2)", "1.41421356237309504880168872421"],
  ["round(2.345, 2)", "2.35"],
  ["round(-2.5)", "-3"],
  ["round(1234, -2)", "1200"],
  ["floor(-1.5)", "-2"],
  ["ceil(-1.5)", "-1"],
  ["max(1, 2.5, -3)", "2.5"],
  ["avg(1, 2, 4)", "2.33333333333333333333333333333"],
  ["٣٫٥ × ٢", "7"],
  ["١٬٠٠٠ ÷ ٨", "125"],
  ["۴ + ۵", "9"],
  ["sin(0) + cos(0)", "1"],
  ["2 * pi", "6.28318530717958647692528676656"],
  [".5 + 1.", "1.5"],
  ["- - 3", "3"],
  ["1 / 3 * 3", "1"],
  ["30!", "265252859812191058636308480000000"],
  ["12345678901234567890123456789012345 + 0.5", "12345678901234567890123456789012346"],
];

for (const [expression, expected] of CASES) {
  Deno.test(`calculate() of ${expression} is ${expected}`, () => {
    assert.equal(calculate(expression), expected);
  });
}

const FAULTS: [string, RegExp][] = [
  ["1 / 0", /Division by zero/],
  ["1 +", /Expected a number at the end/],
  ["(1", /Expected “\)”/],
  ["1 2", /Expected an operator but found “2” at position 2/],
  ["alert(1)", /Unknown name “alert”/],
  ["constructor", /Unknown name/],
  ["__proto__", /Cannot read/],
  ["1; Deno.exit()", /Cannot read “; Deno.ex/],
  ["9^99999", /more than 5000 digits/],
  ["9^9^9^9", /more than 5000 digits/],
  ["1e9999", /more than 5000 digits/],
  ["5000!", /factorial/],
  ["sqrt(-1)", /negative/],
  ["ln(0)", /not a finite number/],
  ["(".repeat(500), /Nested deeper/],
  ["-".repeat(500) + "1", /Nested deeper/],
  ["min()", /Expected a number/],
  ["", /Expected a number/],
];

for (const [expression, message] of FAULTS) {
  Deno.test(`calculate() refuses ${expression.slice(0, 20) || "nothing"}`, () => {
    assert.throws(() => calculate(expression), message);
  });
}

Deno.test("decimals add, subtract and multiply exactly, whatever their length", () => {
  const number = fc.tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.nat(20))
    .map(([digits, scale]) => decimal(`${digits}e-${scale}`));
  fc.assert(fc.property(number, number, number, (a, b, c) => {
    assert.equal(compare(subtract(add(a, b), b), a), 0);
    assert.equal(compare(multiply(a, add(b, c)), add(multiply(a, b), multiply(a, c))), 0);
    assert.equal(compare(decimal(toText(a)), a), 0);
  }));
});

Deno.test("a quotient times its divisor is the dividend to 33 digits", () => {
  const number = fc.bigInt({ min: 1n, max: 10n ** 25n }).map((digits) => decimal(`${digits}e-5`));
  fc.assert(fc.property(number, number, (a, b) => {
    const back = multiply(divide(a, b), b);
    const error = subtract(back, a);
    assert.ok(compare(absolute(error), multiply(a, decimal("1e-33"))) <= 0);
  }));
});

Deno.test("quotients and powers with negative exponents keep every whole digit", () => {
  assert.equal(
    calculate("-98026850835007093407.354110e14 / -5.07"),
    "1933468458284163578054321696252465",
  );
  assert.equal(calculate("10 ^ 40 / 3"), "3".repeat(40));
  assert.equal(calculate("0.001 ^ -20"), `1${"0".repeat(60)}`);
});

Deno.test("the calculator tool refuses arguments that are not its own", () => {
  const checked = calculator.check({ expression: 5 });
  assert.ok(!checked.ok);
  assert.match(checked.message, /expression/);
});
