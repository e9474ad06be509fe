import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { dashboards } from "./dashboards.ts";
import { renderDashboard } from "./render.ts";

for (const dashboard of dashboards) {
  const path = join(import.meta.dirname, "dashboards", `${dashboard.name}.json`);
  await writeFile(path, renderDashboard(dashboard));
}
