/** Whether a model is one of a pattern: `gpt-5*` stands for all that begin so, any other pattern for itself. */
export function matches(pattern: string, model: string): boolean {
  return pattern.endsWith("*") ? model.startsWith(pattern.slice(0, -1)) : pattern === model;
}
