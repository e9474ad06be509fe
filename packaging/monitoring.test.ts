import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { startTestApi, type TestApi } from "../service/test/api.ts";
import { type DataFolder, makeDataFolder } from "../service/test/data-folder.ts";
import { dashboards } from "./grafana/dashboards.ts";
import { renderDashboard } from "./grafana/render.ts";

const read = (path: string): string => readFileSync(join(import.meta.dirname, path), "utf8");
const runbooks = "../docs/operations/runbooks";

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}
const rules = parse(read("prometheus/florin.rules.yaml")) as {
  readonly groups: readonly { readonly rules: readonly Alert[] }[];
};
const alerts = rules.groups.flatMap((group) => group.rules);

let api: TestApi;
let folder: DataFolder;
beforeAll(async () => {
  folder = await makeDataFolder();
  // The export of the audit log has a metric only where there is one.
  api = await startTestApi({ environment: { AUDIT_EXPORT_URL: `file://${join(folder.path, "audit.log")}` } });
});
afterAll(async () => {
  await api.stop();
  await folder[Symbol.asyncDispose]();
});

describe("every metric exists in the service", () => {
  const expressions = [
    ...alerts.map(({ alert, expr }) => [alert, [expr]] as const),
    ...dashboards.map(
      ({ name, panels }) =>
        [`the dashboard ${name}`, panels.flatMap(({ series }) => Object.values(series))] as const,
    ),
  ];
  test("of rules and dashboards", async () => {
    const exposed = await (await fetch(`${api.baseUrl}/metrics`)).text();
    const known = new Set([...exposed.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
    const unknown = expressions.flatMap(([where, texts]) =>
      texts
        .flatMap((text) => [...text.matchAll(/\b(?:florin|nodejs|process)_\w+/g)].map(([name]) => name))
        .filter((name) => !known.has(name) && !known.has(name.replace(/_(?:bucket|count|sum)$/, "")))
        .map((name) => `${where}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });
});

test("probes respond", async () => {
  for (const path of ["/healthz", "/readyz"])
    expect([path, (await fetch(`${api.baseUrl}${path}`)).status]).toEqual([path, 200]);
});

test("every alert has a page, with its severity, and every page has an alert", () => {
  const pages = readdirSync(join(import.meta.dirname, runbooks)).filter((name) => name !== "README.md");
  expect(pages.toSorted(compare)).toEqual(alerts.map(({ alert }) => pageOf(alert)).toSorted(compare));
  const index = read(`${runbooks}/README.md`);
  for (const { alert, labels, annotations } of alerts) {
    expect(annotations.runbook_url).toBe(`docs/operations/runbooks/${pageOf(alert)}`);
    const page = read(`${runbooks}/${pageOf(alert)}`);
    expect(page).toMatch(new RegExp(`^# ${alert}\n`));
    expect(page).toContain(`Severity: ${labels.severity}.`);
    for (const title of ["## Impact", "## Check", "## Fix"]) expect(page).toContain(`\n${title}\n`);
    expect(index).toContain(`[${alert}](${pageOf(alert)})`);
  }
});

test("the dashboards are those of the table; npm run dashboards writes them", () => {
  const files = readdirSync(join(import.meta.dirname, "grafana/dashboards"));
  expect(files.toSorted(compare)).toEqual(dashboards.map(({ name }) => `${name}.json`).toSorted(compare));
  for (const dashboard of dashboards)
    expect(read(`grafana/dashboards/${dashboard.name}.json`)).toBe(renderDashboard(dashboard));
});

/** `FlorinNodeDown` has the page `node-down.md`. */
function pageOf(alert: string): string {
  const words = alert.replace(/^Florin/, "").replaceAll(/(?<!^)(?=[A-Z])/g, "-");
  return `${words.toLowerCase()}.md`;
}

function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}
