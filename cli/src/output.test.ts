import { expect, test } from "vitest";
import type { CommandContext } from "./command-context.ts";
import { printList, type Shown } from "./output.ts";

const id = "01JZZZZZZZZZZZZZZZZZZZZZZZ";
const scopes = Array.from({ length: 20 }, (_, index) => `scope-${index}`);
const name = "A name that is a good deal longer than an id, too";

test("a table fits the terminal: the longest cells are truncated first, ids never", () => {
  for (const terminalWidth of [100, 120, 160]) {
    const lines = rows([{ id, name, scopes }], { terminalWidth }).stdout.trimEnd().split("\n");
    expect(new Set(lines.map((line) => line.length))).toEqual(new Set([terminalWidth]));
    expect(lines[3]).toContain(`│ ${id} │ A name that is a `);
    expect(lines[3]).toMatch(/scope-0,scope-1,.*… │$/);
  }
  expect(rows([{ id, name, scopes }], { terminalWidth: 20 }).stdout).toContain(id);
});

test("nothing is truncated if it fits, or in a pipe", () => {
  expect(rows([{ id, name, scopes }], { terminalWidth: 400 }).stdout).toContain(`│ ${scopes.join(",")} │`);
  expect(rows([{ id, name, scopes }], {}).stdout).toBe(`${id}\t${name}\t${scopes.join(",")}\n`);
});

test("invisible characters are removed, so that no name looks like another", () => {
  const disguised = "Ac\u200bme\u202e \u00adLLC\u0007";
  expect(rows([{ id: "1", name: disguised }], {}).stdout).toBe("1\tAcme LLC \t\n");
});

test("an incomplete list is reported on standard error", () => {
  expect(rows([{ id: "1" }], { isComplete: false })).toEqual({
    stdout: "1\t\t\n",
    stderr: "Only the first 1 things are shown\n",
  });
});

function rows(
  items: readonly Shown[],
  { terminalWidth, isComplete = true }: { readonly terminalWidth?: number; readonly isComplete?: boolean },
): { readonly stdout: string; readonly stderr: string } {
  const output = { stdout: "", stderr: "" };
  const outlet = (name: keyof typeof output) => ({
    terminalWidth,
    write: (text: string) => {
      output[name] += text;
    },
  });
  const context: CommandContext = {
    environment: {},
    stdout: outlet("stdout"),
    stderr: outlet("stderr"),
    ask: undefined,
    readInput: async () => "",
    now: () => 0,
    signal: new AbortController().signal,
  };
  const columns = ["id", "name", "scopes"];
  printList(context, { items, columns, asJson: false, noun: "things", isComplete });
  return output;
}
