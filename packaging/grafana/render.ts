import type { Dashboard, Panel } from "./dashboards.ts";

const columns = 24;
const panelWidth = 12;
const panelHeight = 8;

/** A dashboard in Grafana's JSON model; the data source is chosen in the dashboard. */
export function renderDashboard({ name, title, panels }: Dashboard): string {
  const usesNetwork = JSON.stringify(panels).includes("$network");
  const model = {
    uid: `florin-${name}`,
    title,
    tags: ["florin"],
    timezone: "utc",
    schemaVersion: 39,
    refresh: "30s",
    time: { from: "now-6h", to: "now" },
    templating: { list: [dataSource, ...(usesNetwork ? [network] : [])] },
    panels: panels.map(renderPanel),
  };
  return `${JSON.stringify(model, undefined, 2)}\n`;
}

const dataSource = { name: "datasource", type: "datasource", query: "prometheus", label: "Data source" };
const network = {
  name: "network",
  type: "custom",
  label: "Network",
  query: "mainnet,testnet",
  includeAll: true,
  multi: true,
  current: { text: "mainnet", value: "mainnet" },
};

function renderPanel({ title, unit, series }: Panel, index: number): object {
  const perRow = columns / panelWidth;
  return {
    id: index + 1,
    type: "timeseries",
    title,
    datasource: { type: "prometheus", uid: "$datasource" },
    gridPos: {
      x: (index % perRow) * panelWidth,
      y: Math.floor(index / perRow) * panelHeight,
      w: panelWidth,
      h: panelHeight,
    },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    targets: Object.entries(series).map(([legendFormat, expr], place) => ({
      refId: String.fromCharCode("A".charCodeAt(0) + place),
      expr,
      legendFormat,
    })),
  };
}
