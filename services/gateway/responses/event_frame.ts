/** An event as a server-sent event. */
export function eventFrame(event: { type: string; sequence_number: number }): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
