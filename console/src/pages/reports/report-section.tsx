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
  /** Parameters besides the period; undefined while they are incomplete. */
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** Fields of those parameters. */
  readonly fields?: ReactNode;
}

/** A report with its parameters and its downloads. */
export function ReportSection({ title, description, path, fields, ...props }: ReportSectionProps) {
  const [period, setPeriod] = useState(firstChoice);
  const days = periodQuery(period);
  const parameters = "query" in props ? props.query : {};
  const query = days === undefined || parameters === undefined ? undefined : { ...days, ...parameters };
  return (
    <Section title={title} description={description}>
      <Stack gap="md">
        <Group gap="sm" align="flex-start">
          {fields}
          <PeriodFields value={period} onChange={(change) => setPeriod({ ...period, ...change })} />
        </Group>
        <DownloadButtons title={title} path={path} query={query} />
      </Stack>
    </Section>
  );
}
