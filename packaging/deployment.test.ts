import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { settingNames } from "../service/src/config.ts";

const read = (path: string): string => readFileSync(join(import.meta.dirname, path), "utf8");

interface ComposeService {
  readonly image: string;
  readonly read_only?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
}
const compose = parse(read("container/compose.yaml"), { merge: true }) as {
  readonly services: Readonly<Record<string, ComposeService>>;
};
const values = parse(read("helm/florin/values.yaml")) as {
  readonly settings: Readonly<Record<string, string>>;
  readonly terminationGracePeriodSeconds: number;
  readonly automountServiceAccountToken: boolean;
};
const environmentFile = Object.fromEntries(
  [...read("systemd/florin.env.example").matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(
    ([, name = "", value = ""]) => [name, value],
  ),
);
const florinServices = Object.entries(compose.services).filter(([, { image }]) =>
  image.startsWith("florin:"),
);

const isSetting = (name: string): boolean =>
  settingNames.includes(name) || settingNames.includes(name.replace(/_FILE$/, ""));

describe("every environment variable is a setting of the service", () => {
  test.each([
    ["the example of the unit", Object.keys(environmentFile)],
    ["the chart's values", Object.keys(values.settings)],
    [
      "the chart's template",
      [...read("helm/florin/templates/settings.yaml").matchAll(/^ {2}([A-Z_]+):/gm)].map(
        ([, name = ""]) => name,
      ),
    ],
    [
      "the image",
      [...read("container/Dockerfile").matchAll(/\b([A-Z_]+)=\S/g)]
        .map(([, name = ""]) => name)
        .filter((name) => !["PATH", "SOURCE_DATE_EPOCH"].includes(name)),
    ],
    ["compose", florinServices.flatMap(([, { environment }]) => Object.keys(environment ?? {}))],
  ])("in %s", (_where, names) => {
    expect(names).not.toEqual([]);
    expect(names.filter((name) => !isSetting(name))).toEqual([]);
  });
});

test("the example of the unit has what production requires, and the chart's schema keeps secrets out of values", () => {
  for (const name of [
    "BASE_URL",
    "TRUST_PROXY",
    "DATABASE_URL",
    "MASTER_KEY",
    "METRICS_TOKEN",
    "SANCTIONS_LIST_DIR",
  ])
    expect(environmentFile).toHaveProperty(name);
  expect(environmentFile).not.toHaveProperty("DATABASE_OWNER_URL");
  const schema = JSON.parse(read("helm/florin/values.schema.json"));
  const shown = readFileSync(join(import.meta.dirname, "../service/src/admin/settings.ts"), "utf8");
  const secrets = [...shown.matchAll(/\b([A-Z0-9_]+): secret\(/g)].map(([, name = ""]) => name);
  const urls = ["DATABASE_URL", "DATABASE_OWNER_URL", "SMTP_URL"];
  expect(Object.entries(schema.properties.settings.properties)).toEqual(
    [...new Set([...secrets, ...urls, "MASTER_KEY", "MASTER_KEY_PREVIOUS"])]
      .sort((left, right) => (left < right ? -1 : 1))
      .map((name) => [name, false]),
  );
});

test("files with secrets get neither into a commit nor into an image", () => {
  expect(read("../.gitignore").split("\n")).toContain(".env");
  expect(read("../.dockerignore").split("\n")).toContain("**/.env");
});

test("a pod has a service account token only if the values say so", () => {
  expect(values.automountServiceAccountToken).toBe(false);
  expect(read("helm/florin/templates/deployment.tpl")).toContain(
    "automountServiceAccountToken: {{ $root.Values.automountServiceAccountToken }}",
  );
});

/** What a node needs between SIGTERM and its end. */
const drainSeconds = (settings: Readonly<Record<string, string>>): number =>
  Number(settings["DRAIN_DELAY_SECONDS"]) + Number(settings["DRAIN_TIMEOUT_SECONDS"]) + 10;

test("a node has time to drain before it is killed", () => {
  const timeout = Number(/^TimeoutStopSec=(\d+)$/m.exec(read("systemd/florin.service"))?.[1]);
  expect(timeout).toBeGreaterThanOrEqual(drainSeconds(environmentFile));
  expect(values.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(drainSeconds(values.settings));
});

test("the image and the chart run as the same user, which is not root, on a read-only root file system", () => {
  const user = /^USER (\d+):\d+$/m.exec(read("container/Dockerfile"))?.[1];
  expect(Number(user)).toBeGreaterThan(0);
  const helpers = read("helm/florin/templates/deployment.tpl");
  expect(helpers).toContain(`runAsUser: ${user}\n`);
  expect(helpers).toContain("readOnlyRootFilesystem: true");
  expect(florinServices.map(([name]) => name)).toEqual(["migrate", "florin-a", "florin-b"]);
  for (const [, service] of florinServices) expect(service.read_only).toBe(true);
});

test("the unit starts the service of the archive without privileges", () => {
  const unit = read("systemd/florin.service");
  expect(unit).toMatch(/^ExecStart=\/opt\/florin\/bin\/florin-server$/m);
  expect(read("bin/florin-server")).toContain("lib/server.mjs");
  for (const line of ["User=florin", "NoNewPrivileges=yes", "ProtectSystem=strict", "CapabilityBoundingSet="])
    expect(unit.split("\n")).toContain(line);
});

test("probes use the paths of the service", () => {
  const probed = [read("container/Dockerfile"), read("helm/florin/templates/deployment.tpl")].flatMap(
    (text) => [...text.matchAll(/(\/\w+z)\b/g)].map(([path]) => path),
  );
  expect(new Set(probed)).toEqual(new Set(["/healthz", "/readyz"]));
});

test("the workflow runs the project's own checks", () => {
  const workflow = parse(read("../.github/workflows/ci.yaml"));
  expect(workflow.jobs.check.steps.map(({ run }: { readonly run?: string }) => run)).toContain(".ci/run");
});
