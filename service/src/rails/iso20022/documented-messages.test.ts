import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { envelopeRoots } from "./message-body.ts";
import { type MessageUse, messageTypes } from "./message-kinds.ts";

const page = readFileSync(new URL("../../../../docs/operations/bank.md", import.meta.url), "utf8");
const booked: Readonly<Record<MessageUse, string>> = {
  bookings: "bookings",
  statuses: "statuses",
  returns: "returns",
  shown: "no",
};

test("the operations guide lists every message type with its versions and what happens with it", () => {
  const documented = [
    ...page.matchAll(/^\| `([a-z]{4}\.\d{3})` +\|[^|]*\|([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)\|$/gm),
  ].map(([, name, ...cells]) => [name, ...cells.map((cell) => cell.trim())]);
  const names = [...new Set(messageTypes.map(({ name }) => name))];
  expect(documented).toEqual(names.map(rowOf));
});

test("the operations guide names every envelope", () => {
  for (const root of envelopeRoots) expect(page).toContain(`\`${root}\``);
});

function rowOf(name: string): readonly string[] {
  const types = messageTypes.filter((type) => type.name === name);
  const versions = types.flatMap(({ first, releases }) => releases.map((_, index) => first + index));
  const first = Math.min(...versions);
  const last = Math.max(...versions);
  expect(versions).toHaveLength(last - first + 1);
  const use = types[0]?.use ?? expect.unreachable();
  const range = first === last ? numbered(first) : `${numbered(first)} to ${numbered(last)}`;
  return [name, range, "whole", booked[use], use === "shown" ? "yes" : "no"];
}

function numbered(version: number): string {
  return String(version).padStart(2, "0");
}
