import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GuideOutput, type GuideStep, readGuide, readProgram } from "./guides/read-guide.ts";
import { runGuide, runProgram } from "./guides/run-guide.ts";
import { type RunningService, startService } from "./guides/start-service.ts";
import { createWithoutNames } from "./guides/without-names.ts";

const folder = join(import.meta.dirname, "../docs/guides");
const guides = (await readdir(folder)).filter((name) => name.endsWith(".md") && name !== "README.md");
/** Their TypeScript is a program. */
const programs = [
  "guides/onramp.md",
  "guides/quickstart.md",
  ...["payroll", "marketplace-payouts", "own-stablecoin", "treasury-automation"].map(
    (name) => `recipes/${name}.md`,
  ),
];

test("there are guides", () => {
  expect(guides).not.toEqual([]);
});

describe("the commands of a guide print what the guide shows", () => {
  let service: RunningService;

  beforeAll(async () => {
    service = await startService();
  });

  afterAll(() => service.stop());

  test.each(guides)("%s", async (name) => {
    const steps = readGuide(await readFile(join(folder, name), "utf8"));
    expectShown(name, steps, await runGuide(steps, environment()));
  });

  test.each(programs)("%s in TypeScript", async (name) => {
    const steps = readProgram(await readFile(join(folder, "..", name), "utf8"));
    expect(steps.length).toBeGreaterThan(2);
    expectShown(name, steps, await runProgram(steps, environment()));
  });

  function environment(): Readonly<Record<string, string>> {
    return { BASE: service.baseUrl, DATA_DIR: service.dataFolder };
  }
});

function expectShown(name: string, steps: readonly GuideStep[], printed: readonly string[]): void {
  const [shown, seen] = [createWithoutNames(), createWithoutNames()];
  steps.forEach(({ line, output }, place) => {
    const text = printed[place] ?? "";
    const expected = output ?? { language: "text", text: "" };
    expect(seen({ ...expected, text }), `${name}, line ${line}`).toBe(shown(expected));
  });
}

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

test("a tab in TypeScript is a step with the output of its group", () => {
  const tabs = "::: code-group\n\n```sh [curl]\necho 1\n```\n\n```ts [TypeScript]\nlog(1);\n```\n\n:::\n";
  const guide = `${tabs}\`\`\`text\n1\n\`\`\`\n\`\`\`sh\necho 2\n\`\`\`\n\`\`\`text\n2\n\`\`\`\n`;
  expect(readGuide(guide).map(({ output }) => output?.text)).toEqual(["1\n", "2\n"]);
  expect(readProgram(guide)).toMatchObject([{ commands: "log(1);\n", output: { text: "1\n" } }]);
});

test("output without commands is a mistake of the guide", () => {
  expect(() => readGuide("```text\nhello\n```\n")).toThrow(/line 1/);
});

function secretsOf(...texts: readonly string[]): string {
  return JSON.stringify(texts.map((text) => ({ sharedSecret: text.padStart(43, "x") })));
}
