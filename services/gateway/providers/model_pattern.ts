/** Whether a model matches a pattern: `gpt-5*` matches by prefix, any other pattern exactly. */
export function matches(pattern: string, model: string): boolean {
  return pattern.endsWith("*") ? model.startsWith(pattern.slice(0, -1)) : pattern === model;
}
