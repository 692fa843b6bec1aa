export const ACTIONS = ["pass", "log", "warn", "block"] as const;
export type Action = typeof ACTIONS[number];

/** The strongest of some actions; pass when there is none. */
export function strongestAction(actions: readonly Action[]): Action {
  return actions.reduce<Action>(
    (most, action) => ACTIONS.indexOf(action) > ACTIONS.indexOf(most) ? action : most,
    "pass",
  );
}

/** Contents with this score or more are flagged. */
export const FLAGGED = 0.3;

const VIOLATION: Record<Action, number> = { pass: 0, log: 0.1, warn: 0.3, block: 0.7 };
const SENSITIVE = new Set([
  "CREDIT_CARD",
  "IBAN",
  "PASSPORT",
  "US_SSN",
  "US_ITIN",
  "EMIRATES_ID",
  "SAUDI_ID",
  "QATAR_ID",
  "KUWAIT_CIVIL_ID",
  "BAHRAIN_CPR",
  "OMAN_CIVIL_ID",
  "API_KEY",
  "PRIVATE_KEY",
  "JWT",
  "SECRET",
  "URL_CREDENTIALS",
  "CRYPTO_WALLET",
]);

/**
 * 1 minus the product of (1 - weight) over everything found: a violation weighs 0.7 (block), 0.3 (warn) or
 * 0.1 (log), a secret, card or id 0.2, other personal data 0.1, both times the confidence. Rounded to 4 digits.
 */
export function contentScore(
  violations: readonly { action: Action }[],
  entities: readonly { type: string; confidence: number }[],
): number {
  let clean = 1;
  for (const { action } of violations) clean *= 1 - VIOLATION[action];
  for (const { type, confidence } of entities) clean *= 1 - (SENSITIVE.has(type) ? 0.2 : 0.1) * confidence;
  return Math.round((1 - clean) * 10_000) / 10_000;
}
