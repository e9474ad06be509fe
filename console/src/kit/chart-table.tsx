import { Button, Table } from "@mantine/core";
import { Download } from "lucide-react";
import classes from "./chart.module.css";
import { chartCsv } from "./chart-csv.ts";
import type { ChartData, ChartPanel } from "./chart-data.ts";
import { longStepWords, seriesWords, valueWords } from "./chart-words.ts";
import { saveText } from "./save-file.ts";

interface ChartTableProps {
  readonly label: string;
  readonly data: ChartData;
  readonly panel: ChartPanel;
}

/** The exact values, for screen readers and for reference, and as a file. */
export function ChartTable({ label, data, panel }: ChartTableProps) {
  return (
    <details className={classes["foot"]}>
      <summary className={classes["summary"]}>Show as table</summary>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<Download size={14} aria-hidden />}
        onClick={() => saveText(`${fileNameOf(label)}.csv`, chartCsv(data, panel), "text/csv")}
      >
        Download CSV
      </Button>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable */}
      <section className={classes["scroll"]} tabIndex={0} aria-label={`${label}, values`}>
        <Table aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Time (UTC)</Table.Th>
              {panel.series.map((series) => (
                <Table.Th key={series.name} scope="col" ta="right">
                  {seriesWords(series)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.starts.map((start, place) => (
              <Table.Tr key={start}>
                <Table.Th scope="row" fw={400}>
                  {longStepWords(data.step, start)}
                </Table.Th>
                {panel.series.map((series) => (
                  <Table.Td key={series.name} ta="right">
                    {valueWords(series.values[place], series.unit)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </details>
  );
}

function fileNameOf(label: string): string {
  return label.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}
