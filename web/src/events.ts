/** Reads server-sent events, as our server writes them: a name and a line of JSON. Pure. */

export interface ServerEvent {
  event: string;
  data: unknown;
}

/** The events of a text that arrives in pieces, cut anywhere. One that is cut off at the end is none. */
export async function* eventsOf(pieces: AsyncIterable<string>): AsyncGenerator<ServerEvent> {
  let rest = "";
  for await (const piece of pieces) {
    const blocks = (rest + piece).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const found = parsed(block);
      if (found) yield found;
    }
  }
}

/** Null for a comment, which says that the connection is alive. */
function parsed(block: string): ServerEvent | null {
  const lines = block.split("\n");
  const named = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const event = named("event");
  const data = named("data");
  return event === undefined || data === undefined ? null : { event, data: JSON.parse(data) as unknown };
}
