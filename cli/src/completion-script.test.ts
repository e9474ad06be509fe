import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { florin } from "../test/operator.ts";

const run = promisify(execFile);

test.each([
  ["florin tra", ["transfers", "transparency"]],
  ["florin transfers c", ["create", "cancel"]],
  ["florin transfers create --am", ["--amount"]],
  ["florin transfers create --amount 5 --fr", ["--from"]],
  ["florin admin jobs re", ["retry"]],
])("bash completes %j", async (line, expected) => {
  const { stdout: script } = await florin(["completion", "bash"]);
  const words = line.split(" ");
  const list = words.map((word) => `'${word}'`).join(" ");
  const program = `${script}COMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _florin; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await run("bash", ["-c", program]);
  const found = stdout.trim().split("\n");
  expect(expected.filter((word) => !found.includes(word))).toEqual([]);
  expect(found.every((word) => word.startsWith(words.at(-1) ?? ""))).toBe(true);
});

test.each([
  ["zsh", /^#compdef florin\n/],
  ["fish", /^complete -c florin -f -n "[^"]*" -a login$/m],
] as const)("there is a script for %s", async (shell, text) => {
  expect((await florin(["completion", shell])).stdout).toMatch(text);
});
