import { expect, test } from "vitest";
import { encodeEntry, openingOf, prefersEventStream, signOfLife } from "./event-stream.ts";

test.each([
  ["text/event-stream", true],
  ["Text/Event-Stream; charset=utf-8", true],
  ["application/json;q=0.9, text/event-stream", true],
  ["application/json, text/event-stream", true],
  ["text/event-stream, */*;q=0.1", true],
  ["text/event-stream, */*", true],
  ["text/event-stream;q=0.5, application/json", false],
  ["text/event-stream;q=0.5, application/*;q=0.8", false],
  ["text/event-stream;q=0", false],
  ["text/*", false],
  ["*/*", false],
  ["application/json", false],
  ["", false],
  [undefined, false],
  [",;q=,text/event-streams;;;", false],
])("Accept: %s → event stream: %s", (accept, expected) => {
  expect(prefersEventStream(accept)).toBe(expected);
});

test("an event is one block, whatever it contains", () => {
  const text = encodeEntry({
    cursor: "abc",
    type: "note.created",
    data: { text: "one\ntwo\r\n\u2028: id: x" },
  });
  expect(text).toBe('id: abc\nevent: note.created\ndata: {"text":"one\\ntwo\\r\\n\u2028: id: x"}\n\n');
});

test("the opening and the keep-alive carry the resume position and are not events", () => {
  expect(openingOf("abc")).toBe("retry: 2000\nid: abc\n\n");
  expect(signOfLife("abc")).toMatch(/^: .*\nid: abc\n\n$/);
});
