import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { describeService } from "../service/scripts/described-service.ts";
import { controlledEndpoints, operationOf } from "../service/src/approvals/controls.ts";
import { operationOfCommand, operatorCommands } from "../service/src/approvals/operator-controls.ts";
import { controlledOperations } from "../service/src/approvals/rule.ts";
import {
  type Uncontrolled,
  uncontrolledOfApi,
  uncontrolledOfConsole,
} from "./controls/uncontrolled-endpoints.ts";

interface Write {
  readonly operationId: string;
  /** Whether its description says that it may wait for approvals. */
  readonly canWait: boolean;
}

const apiDocument = JSON.parse(readFileSync(new URL("../openapi.json", import.meta.url), "utf8"));
const { consoleDocument } = await describeService();
const ofApi = writesOf(apiDocument);
const [mounted, ofConsole] = partition(writesOf(consoleDocument), isMounted);
const controlled = [...controlledEndpoints, ...operatorCommands];

test("every write endpoint of the API and of the console is controlled, or an exception with a reason", () => {
  const knownOfApi = new Set([...controlled, ...namesOf(uncontrolledOfApi)]);
  const knownOfConsole = new Set([...controlled, ...namesOf(uncontrolledOfConsole)]);
  expect(ofApi.filter(({ operationId }) => !knownOfApi.has(operationId))).toEqual([]);
  expect(ofConsole.filter(({ operationId }) => !knownOfConsole.has(operationId))).toEqual([]);
  expect(ofApi.length).toBeGreaterThan(50);
  expect(ofConsole.length).toBeGreaterThan(80);
});

test("the console mounts endpoints of the API under their names, and nothing else", () => {
  const names = new Set(ofApi.map(({ operationId }) => operationId));
  expect(mounted.filter(({ operationId }) => !names.has(apiNameOf(operationId)))).toEqual([]);
  expect(mounted.length).toBeGreaterThan(30);
});

test("a controlled endpoint can wait in every document that has it, and an exception cannot", () => {
  const all = [...ofApi, ...ofConsole, ...mounted];
  const waiting = all.filter(({ canWait }) => canWait);
  const expected = all.filter(({ operationId }) => controlled.includes(apiNameOf(operationId)));
  expect(waiting).toEqual(expected);
});

test("there is no exception and no control of an endpoint that does not exist", () => {
  const existing = new Set([...ofApi, ...ofConsole].map(({ operationId }) => operationId));
  expect(controlled.filter((endpoint) => !existing.has(endpoint))).toEqual([]);
  expect(namesOf(uncontrolledOfApi).filter((endpoint) => !hasName(ofApi, endpoint))).toEqual([]);
  expect(namesOf(uncontrolledOfConsole).filter((endpoint) => !hasName(ofConsole, endpoint))).toEqual([]);
});

test("every operation that a rule can name controls an endpoint", () => {
  const operations = new Set([
    ...controlledEndpoints.map(operationOf),
    ...operatorCommands.map(operationOfCommand),
  ]);
  expect(operations).toEqual(new Set<string | undefined>(controlledOperations));
});

test("an exception appears once, is not controlled, and its reason is a sentence", () => {
  for (const list of [uncontrolledOfApi, uncontrolledOfConsole]) {
    const names = namesOf(list);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names.filter((name) => controlled.includes(name))).toEqual([]);
    for (const { reason } of list) expect(reason).toMatch(/^[A-Z].{30,}\.$/);
  }
});

type Paths = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function writesOf({ paths }: { readonly paths: object }): readonly Write[] {
  return Object.values(paths as Paths).flatMap((methods) =>
    Object.entries(methods)
      .filter(([method]) => ["post", "put", "patch", "delete"].includes(method))
      .map(([, operation]) => {
        const { operationId, responses } = operation as {
          readonly operationId: string;
          readonly responses: Readonly<Record<string, unknown>>;
        };
        // Other operations return 202 because they run later.
        const canWait = JSON.stringify(responses["202"] ?? "").includes('"#/components/schemas/Approval"');
        return { operationId, canWait };
      }),
  );
}

function isMounted({ operationId }: Write): boolean {
  return operationId.startsWith("workspace.");
}

function apiNameOf(operationId: string): string {
  return operationId.replace(/^workspace\./, "");
}

function namesOf(list: readonly Uncontrolled[]): readonly string[] {
  return list.flatMap(({ endpoints }) => endpoints);
}

function hasName(writes: readonly Write[], name: string): boolean {
  return writes.some(({ operationId }) => operationId === name);
}

function partition(
  writes: readonly Write[],
  matches: (write: Write) => boolean,
): readonly [readonly Write[], readonly Write[]] {
  return [writes.filter(matches), writes.filter((write) => !matches(write))];
}
