/** US dollars per million tokens, as decimals; absent buckets cost what their whole costs. */
export interface Price {
  input: string;
  output: string;
  cached_input?: string;
  cache_write?: string;
  audio_input?: string;
  audio_output?: string;
}
