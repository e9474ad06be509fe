import { Group, Stack } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Section } from "../../kit/section.tsx";
import { firstChoice, periodQuery } from "./chosen-period.ts";
import { DownloadButtons } from "./download-buttons.tsx";
import { PeriodFields } from "./period-fields.tsx";

interface ReportSectionProps {
  readonly title: string;
  readonly description: string;
  /** Path of the report's file. */
  readonly path: string;
  /** Parameters besides the period. */
  readonly query?: Readonly<Record<string, string>>;
  /** Fields of those parameters. */
  readonly fields?: ReactNode;
}

/** A report with its parameters and its downloads. */
export function ReportSection({ title, description, path, query = {}, fields }: ReportSectionProps) {
  const [period, setPeriod] = useState(firstChoice);
  const days = periodQuery(period);
  return (
    <Section title={title} description={description}>
      <Stack gap="md">
        <Group gap="sm" align="flex-start">
          {fields}
          <PeriodFields value={period} onChange={(change) => setPeriod({ ...period, ...change })} />
        </Group>
        <DownloadButtons title={title} path={path} query={days && { ...days, ...query }} />
      </Stack>
    </Section>
  );
}
