import assert from "node:assert/strict";
import { test } from "node:test";
import { type ServerEvent, eventsOf } from "../src/events";

async function* cut(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function read(text: string, size: number): Promise<ServerEvent[]> {
  const found: ServerEvent[] = [];
  for await (const one of eventsOf(cut(text, size))) found.push(one);
  return found;
}

const SENT = 'event: understood\ndata: {"label":"rumah \\n\\n 3"}\n\n: still there\n\nevent: line\ndata: "satu"\n\n';

test("events are read wherever the text is cut", async () => {
  const expected = [
    { event: "understood", data: { label: "rumah \n\n 3" } },
    { event: "line", data: "satu" },
  ];
  for (const size of [1, 2, 7, 1000]) assert.deepEqual(await read(SENT, size), expected);
});

test("an event that is cut off is none", async () => {
  assert.deepEqual((await read(SENT.slice(0, -2), 5)).length, 1);
});
