import { expect, test } from "vitest";
import { printList, type Shown } from "./output.ts";
import type { Surroundings } from "./surroundings.ts";

test("a long cell is cut in a table and whole in a pipe", () => {
  const items = [{ id: "1", scopes: Array.from({ length: 20 }, (_, index) => `scope-${index}`) }];
  const whole = items[0]?.scopes.join(",") ?? "";
  expect(listed(items, { isTerminal: false }).stdout).toBe(`1\t${whole}\n`);
  expect(listed(items, { isTerminal: true }).stdout).toContain(`${whole.slice(0, 59)}…`);
});

test("a list that is not whole says so, beside the list", () => {
  const { stdout, stderr } = listed([{ id: "1" }], { isTerminal: false, isComplete: false });
  expect({ stdout, stderr }).toEqual({ stdout: "1\t\n", stderr: "there are more things than the 1 shown\n" });
});

function listed(
  items: readonly Shown[],
  { isTerminal, isComplete = true }: { readonly isTerminal: boolean; readonly isComplete?: boolean },
): { readonly stdout: string; readonly stderr: string } {
  const said = { stdout: "", stderr: "" };
  const outlet = (name: keyof typeof said) => ({
    isTerminal,
    write: (text: string) => {
      said[name] += text;
    },
  });
  const surroundings: Surroundings = {
    environment: {},
    stdout: outlet("stdout"),
    stderr: outlet("stderr"),
    ask: undefined,
    signal: new AbortController().signal,
  };
  printList(surroundings, { items, columns: ["id", "scopes"], asJson: false, noun: "things", isComplete });
  return said;
}
