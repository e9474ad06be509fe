import { describe, expect, test } from "vitest";
import { expectShown, guides, recipes, stepsIn, texts, useService } from "./guides/guide-texts.ts";
import { type GuideOutput, readGuide, readTabs } from "./guides/read-guide.ts";
import { runGuide } from "./guides/run-guide.ts";
import { typeErrorsOf } from "./guides/type-check.ts";
import { createWithoutNames } from "./guides/without-names.ts";

const [programs, scripts] = [stepsIn("TypeScript"), stepsIn("CLI")];

/** A reader of the quickstart has a service that was never used. */
const first = "guides/quickstart.md";

test("every flow has tabs for TypeScript and the command line", () => {
  const flows = [
    "quickstart",
    "onramp",
    "offramp",
    "fednow",
    "swap",
    "payout",
    "automations",
    "deposits",
    "issue-a-token",
    "bank-links",
    "simulations",
  ];
  for (const flow of flows)
    for (const tabs of [programs, scripts])
      expect(tabs.get(`guides/${flow}.md`)?.length, flow).toBeGreaterThan(2);
  expect(programs.get("guides/webhooks.md")?.length).toBeGreaterThan(2);
  for (const recipe of recipes) expect(programs.get(recipe)?.length, recipe).toBeGreaterThan(2);
});

test("TypeScript tabs compile", () => {
  expect(typeErrorsOf(programs)).toEqual([]);
});

test("an error in a TypeScript tab is found", () => {
  const step = {
    line: 1,
    commands: 'const amount: number = "1";\nawait Promise.resolve(amount);\n',
    output: undefined,
  };
  expect(typeErrorsOf(new Map([["planted.md", [step]]]))).toEqual([
    "planted.md: Type 'string' is not assignable to type 'number'.",
  ]);
});

describe("the commands of a guide print what the guide shows", () => {
  const environment = useService();

  test.each([first, ...guides.filter((name) => name !== first)])("%s", async (name) => {
    const steps = readGuide(texts.get(name) ?? "");
    expectShown(name, steps, await runGuide(steps, environment()));
  });
});

describe("two outputs", () => {
  const first = "01M7G5RN7C9RZM9S63CMVBSGQG";
  const second = "01M7G5XDW8CQ0T9SY2ZEZB550K";

  test.each<[string, GuideOutput["language"], string, string]>([
    ["with other names in the same places", "text", `${first} to ${second}`, `${second} to ${first}`],
    ["of other virtual accounts", "text", "88010000000038 FLR-0000000038", "88010000000046 FLR-0000000046"],
    ["of other wires", "text", "20261116FLRNSBX1000008", "20270104FLRNSBX1000123"],
    [
      "of other deliveries",
      "text",
      "webhook-signature: v1,aA+/=\nid: x-_y",
      "webhook-signature: v1,bB=\nid: z",
    ],
    ["of other secrets", "json", secretsOf("a", "_b"), secretsOf("-c", "d")],
    ["of other endpoints", "text", "http://127.0.0.1:4000/a", "http://127.0.0.1:51234/a"],
    ["after another while", "json", '{ "duration_ms": 3, "x": 1 }', '{ "duration_ms": 12, "x": 1 }'],
    ["of other moments", "text", "at 2026-11-15T18:01:06.184Z", "at 2027-01-01T00:00:00.000Z"],
    ["with their fields in another order", "json", '{ "a": 1, "b": [] }', '{"b":[],"a":1}'],
  ])("%s are the same", (_name, language, left, right) => {
    expect(createWithoutNames()({ language, text: left })).toBe(
      createWithoutNames()({ language, text: right }),
    );
  });

  test.each<[string, GuideOutput["language"], string, string]>([
    ["with one name for two", "text", `${first} to ${second}`, `${first} to ${first}`],
    [
      "with one ACH entry for two",
      "text",
      "129900000000002, 129900000000003",
      "129900000000002, 129900000000002",
    ],
    ["with another amount", "json", '{ "amount": "1.00" }', '{ "amount": "2.00" }'],
    ["with another amount on a chain", "text", `0x${"1".padStart(64, "0")}`, `0x${"2".padStart(64, "0")}`],
    ["with a duration for none", "json", '{ "duration_ms": 3, "x": 1 }', '{ "duration_ms": null, "x": 1 }'],
    ["with one secret for two", "json", secretsOf("a", "b"), secretsOf("a", "a")],
    ["with a field more", "json", "{}", '{ "failure": null }'],
  ])("%s are not", (_name, language, left, right) => {
    expect(createWithoutNames()({ language, text: left })).not.toBe(
      createWithoutNames()({ language, text: right }),
    );
  });
});

test("a TypeScript block between commands is not a command", () => {
  const block = "```ts\nconst a = 1;\n```\n";
  const [step, ...others] = readGuide(`${block}\`\`\`sh\necho b\n\`\`\`\n${block}\`\`\`text\nb\n\`\`\`\n`);
  expect(step).toMatchObject({ commands: "echo b\n", output: { language: "text", text: "b\n" } });
  expect(others).toEqual([]);
});

test("a tab is a step with the output of its group", () => {
  const tabs =
    "::: code-group\n\n```sh [curl]\necho 1\n```\n\n```ts [TypeScript]\nlog(1);\n```\n\n```sh [CLI]\nflorin 1\n```\n\n:::\n";
  const guide = `${tabs}\`\`\`text\n1\n\`\`\`\n\`\`\`sh\necho 2\n\`\`\`\n\`\`\`text\n2\n\`\`\`\n`;
  expect(readGuide(guide).map(({ output }) => output?.text)).toEqual(["1\n", "2\n"]);
  expect(readTabs(guide, "TypeScript")).toMatchObject([{ commands: "log(1);\n", output: { text: "1\n" } }]);
  expect(readTabs(guide, "CLI")).toMatchObject([{ commands: "florin 1\n", output: { text: "1\n" } }]);
});

test("an output of a group without a tab is not the output of an earlier tab", () => {
  const group = "::: code-group\n\n```sh [curl]\necho 1\n```\n\n";
  const guide = `${group}\`\`\`sh [CLI]\nflorin\n\`\`\`\n\n:::\n\n${group}:::\n\n\`\`\`text\n1\n\`\`\`\n`;
  expect(readTabs(guide, "CLI")).toEqual([{ line: 7, commands: "florin\n", output: undefined }]);
});

test("output without commands is a mistake of the guide", () => {
  expect(() => readGuide("```text\nhello\n```\n")).toThrow(/line 1/);
});

function secretsOf(...texts: readonly string[]): string {
  return JSON.stringify(texts.map((text) => ({ sharedSecret: text.padStart(43, "x") })));
}
