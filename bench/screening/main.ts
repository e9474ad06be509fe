import { parseArgs } from "node:util";
import { createSanctionsSource } from "../../service/src/accounts/adapters/sanctions-source.ts";
import type { SanctionsList } from "../../service/src/accounts/screening/sanctions-list.ts";
import { readConfig } from "../../service/src/config.ts";
import { generateNamedList } from "../../service/test/named-list.ts";
import { measureQuality, type Quality } from "../../service/test/screening-quality.ts";
import { measureSpeed } from "./speed.ts";

const entries = 9_000;
const seed = 7;

/** Recall, false positives and speed; of the operator's list with `--list`, otherwise of a generated one. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      list: { type: "string" },
      samples: { type: "string", default: "2000" },
      threshold: { type: "string", default: String(readConfig({}).sanctions.threshold) },
      misses: { type: "boolean", default: false },
    },
  });
  const threshold = Number(values.threshold);
  const samples = Number(values.samples);
  const list = await readList(values.list);
  const now = (): number => performance.now();
  const quality = await measureQuality(list, { threshold, samples, commonNames: samples, seed, now });
  process.stdout.write(`${qualityText(list, threshold, quality).join("\n")}\n`);
  if (values.misses) process.stdout.write(`${missesText(quality).join("\n")}\n`);
  if (values.list === undefined) process.stdout.write(`\n${(await measureSpeed()).join("\n")}\n`);
}

async function readList(folder: string | undefined): Promise<SanctionsList> {
  if (folder === undefined) return generateNamedList(entries, seed);
  return (await createSanctionsSource({ listFolder: folder }).read()).list;
}

function qualityText(list: SanctionsList, threshold: number, quality: Quality): readonly string[] {
  const rate = (edits: number, kind?: string): string => {
    const rows = quality.recall.filter((row) => row.edits === edits && (kind ?? row.kind) === row.kind);
    const sum = (key: "found" | "screened"): number => rows.reduce((total, row) => total + row[key], 0);
    return (sum("found") / sum("screened")).toFixed(4);
  };
  const perThousand = (1_000 * quality.commonHits.length) / quality.commonNames;
  return [
    `${list.version.name}, version ${list.version.version}, ${list.version.entries} entries, threshold ${threshold}`,
    "",
    "| Figure                                |  Value | Individuals | Businesses |     Goal |",
    "| ------------------------------------- | -----: | ----------: | ---------: | -------: |",
    `| recall at one edit                    | ${rate(1)} | ${rate(1, "individual").padStart(11)} | ${rate(1, "business").padStart(10)} |  ≥ 0.990 |`,
    `| recall at two edits                   | ${rate(2)} | ${rate(2, "individual").padStart(11)} | ${rate(2, "business").padStart(10)} |  ≥ 0.950 |`,
    `| false positives per 1,000 US names    | ${perThousand.toFixed(1).padStart(6)} |             |            |     ≤ 40 |`,
    `| one screening, median ms              | ${quality.medianMs.toFixed(2).padStart(6)} |             |            |          |`,
    `| one screening, 99th percentile ms     | ${quality.worst99Ms.toFixed(2).padStart(6)} |             |            |          |`,
  ];
}

function missesText({ recall, commonHits }: Quality): readonly string[] {
  return [
    ...recall.flatMap(({ kind, edits, missed }) => [
      "",
      `Missed, ${kind}, edits: ${edits}`,
      ...missed.map(([name, primary]) => `${name}  (${primary})`),
    ]),
    "",
    "Common names that hit",
    ...new Set(commonHits),
  ];
}

await main();
