const NANO = 1_000_000_000n;

/** Nano US dollars as a decimal with nine places: 1_234n is "0.000001234". */
export function usd(nano: bigint): string {
  const size = nano < 0n ? -nano : nano;
  return `${nano < 0n ? "-" : ""}${size / NANO}.${String(size % NANO).padStart(9, "0")}`;
}

/** A decimal as nano US dollars. Digits after the ninth place are truncated. */
export function nanoUsd(decimal: string | number): bigint {
  const text = typeof decimal === "number" ? decimal.toFixed(9) : decimal.trim();
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text);
  if (!match) throw new RangeError(`not an amount of money: ${text.slice(0, 40)}`);
  const size = BigInt(match[2] ?? "0") * NANO + BigInt((match[3] ?? "").slice(0, 9).padEnd(9, "0"));
  return match[1] ? -size : size;
}
