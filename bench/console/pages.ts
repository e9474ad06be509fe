import type { TenantId } from "../../service/src/kernel/id.ts";
import type { BenchServer } from "../http/server.ts";

/** Response times of one request of the console. */
export interface Latency {
  readonly page: string;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

const charts = [
  "transfer-volume",
  "transfer-success",
  "transfer-failures",
  "transfer-time",
  "balances",
  "supply",
];
/** Ids of the loaded rows end in a number in hexadecimal digits. */
const idEnd = "000001F4";
const lists: readonly string[] = ["transfers", "payments"].flatMap((list) => [
  list,
  `${list}?sort=-amount`,
  `${list}?sort=created_at`,
  `${list}?status=complete`,
  `${list}?status=failed`,
  `${list}?status=pending`,
  `${list}?search=12.34`,
  `${list}?search=R01`,
  `${list}?search=${idEnd}`,
  `${list}/summary`,
  `${list}/summary?status=failed`,
  `${list}/summary?search=12.34`,
  `${list}/summary?search=R01`,
]);
const pages: readonly string[] = [
  "home",
  ...lists,
  "transfers?transfer_type=base",
  "transfers?transfer_type=rtp",
  "transfers/summary?transfer_type=rtp",
  "payments?type=rtp",
  "payments/summary?type=rtp",
  "payments?search=INV-500",
  "payments/summary?search=INV-500",
  ...["30d", "12m"].flatMap((period) => charts.map((chart) => `charts/${chart}?period=${period}`)),
];
const searches: readonly string[] = ["12.34", "R01", idEnd, "Sender 99", "Benchmark"].map(
  (text) => `search?query=${encodeURIComponent(text)}`,
);
const requests = [...pages, ...searches];
const warmUps = 3;

/** One request at a time, each page in turn. */
export async function measurePages(
  { host, port }: BenchServer["address"],
  { tenantId, cookie }: { readonly tenantId: TenantId; readonly cookie: string },
  calls: number,
): Promise<readonly Latency[]> {
  const latencies: Latency[] = [];
  for (const page of requests) {
    const workspace = searches.includes(page) ? "" : `workspaces/${tenantId}/testnet/`;
    const url = `http://${host}:${port}/console/api/${workspace}${page}`;
    const times: number[] = [];
    for (let call = 0; call < warmUps + calls; call += 1) {
      const beganMs = performance.now();
      const response = await fetch(url, { headers: { cookie } });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${page} responded ${response.status}: ${text}`);
      if (call >= warmUps) times.push(performance.now() - beganMs);
    }
    const sorted = times.toSorted((left, right) => left - right);
    latencies.push({ page, p50Ms: quantile(sorted, 0.5), p95Ms: quantile(sorted, 0.95) });
  }
  return latencies;
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** A row per page, with the columns of each size, and the growth of the p95. */
export function renderLatencies(
  measured: readonly { readonly size: number; readonly latencies: readonly Latency[] }[],
): string {
  const sizes = measured.map(({ size }) => size.toLocaleString("en"));
  const header = ["Request", ...sizes.flatMap((size) => [`${size}: p50 ms`, "p95 ms"]), "p95 growth"];
  const rows = requests.map((page) => {
    const own = measured.map(({ latencies }) => latencies.find((latency) => latency.page === page));
    const [first, last] = [own[0]?.p95Ms ?? Number.NaN, own.at(-1)?.p95Ms ?? Number.NaN];
    const figures = own.flatMap((latency) => [latency?.p50Ms, latency?.p95Ms]);
    return [
      `\`${page}\``,
      ...figures.map((ms) => (ms ?? Number.NaN).toFixed(1)),
      `${(last / first).toFixed(1)}×`,
    ];
  });
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const rule = header.map((_, place) => (place === 0 ? "---" : "--:"));
  return [line(header), line(rule), ...rows.map(line)].join("\n");
}
