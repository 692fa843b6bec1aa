/** Voice activity detection from the level of each 20 ms. */

const LEAST_SPEECH_DB = -55;
const ABOVE_FLOOR_DB = 9;
// The noise floor follows quieter levels at once and rises slowly, so that a rising hum becomes the new
// floor.
const FLOOR_RISE_DB = 0.1;
const FIRST_FLOOR_DB = -60;
// Noise louder than this is not taken for quiet, or loud speech without pauses would be.
const HIGHEST_FLOOR_DB = -35;
const LOWEST_FLOOR_DB = -75;

export interface VoiceActivity {
  /** Whether the frame of `level` dBFS is louder than the room. */
  hear(level: number): boolean;
}

export function voiceActivity(): VoiceActivity {
  let floor = FIRST_FLOOR_DB;
  return {
    hear(level) {
      const speaks = level > Math.max(LEAST_SPEECH_DB, floor + ABOVE_FLOOR_DB);
      floor = Math.min(HIGHEST_FLOOR_DB, Math.max(LOWEST_FLOOR_DB, Math.min(floor + FLOOR_RISE_DB, level)));
      return speaks;
    },
  };
}
