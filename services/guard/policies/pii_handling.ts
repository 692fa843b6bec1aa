/** The configuration of a policy on personal data. */

export const DIRECTIONS = ["input", "output"] as const;
/** To a model, or from it. */
export type Direction = typeof DIRECTIONS[number];

/** `keep` leaves the text as it is: the policy's action is all there is. */
export const HANDLINGS = ["keep", "mask", "replace"] as const;
export type Handling = typeof HANDLINGS[number];
