import { openBenchApp, type ServerSettings } from "./bench-app.ts";

/** The service in a separate process. Reports its address, and its CPU time on request; drains on `stop`. */
async function main(settings: ServerSettings): Promise<void> {
  const app = await openBenchApp(settings);
  process.on("message", (message) => {
    if (message === "cpu") process.send?.(process.cpuUsage());
    if (message === "stop") void app.stop().then(() => process.disconnect());
  });
  // The benchmark has ended, perhaps without a stop.
  process.once("disconnect", () => process.exit());
  process.send?.(app.baseUrl);
}

await main(JSON.parse(process.argv[2] ?? "") as ServerSettings);
