import { expect, test } from "vitest";
import { renderDiagram } from "./diagram.ts";

test("a flowchart has each node once, after the nodes that lead to it", () => {
  const drawn = renderDiagram(
    'flowchart LR\n  a[Wire] -->|matched| b["Mint & send"]\n  b -. fails .-> c\n  c --> a\n',
  );
  const texts = [...drawn.matchAll(/<text x='([\d.]+)'[^>]*>([^<]*)</g)].map(([, x, text]) => ({
    x: Number(x),
    text,
  }));
  expect(new Set(texts.map(({ text }) => text))).toEqual(
    new Set(["Mint &#38; send", "Wire", "c", "fails", "matched"]),
  );
  const at = (name: string): number => texts.find(({ text }) => text === name)?.x ?? Number.NaN;
  expect(at("Wire")).toBeLessThan(at("Mint &#38; send"));
  expect(at("Mint &#38; send")).toBeLessThan(at("c"));
  expect(drawn.match(/stroke-dasharray/g)).toHaveLength(1);
});

test("a sequence has a line for each participant and an arrow for each message", () => {
  const drawn = renderDiagram(
    "sequenceDiagram\n  participant a as Application\n  participant b\n  a->>b: Create\n  b-->>a: Done\n  b->>b: Work\n",
  );
  expect(drawn.match(/marker-end/g)).toHaveLength(3);
  expect(drawn).toContain("aria-label='Diagram. Application to b: Create. b to Application: Done. b: Work.'");
  for (const text of ["Application", "Create", "Done", "Work"]) expect(drawn).toContain(`>${text}</text>`);
});

test.each(["pie\n", "flowchart LR\n  a ==> b\n", "sequenceDiagram\n  a does b\n"])(
  "a diagram that can't be drawn fails: %j",
  (source) => {
    expect(() => renderDiagram(source)).toThrow("can't be drawn");
  },
);
