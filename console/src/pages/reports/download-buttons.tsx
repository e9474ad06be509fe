import { Button, Group } from "@mantine/core";
import { Download } from "lucide-react";
import { exportHref } from "../../kit/list/export-href.ts";

interface DownloadButtonsProps {
  /** Name of the report, for readers of the buttons alone. */
  readonly title: string;
  /** Path of the report's file, without its extension. */
  readonly path: string;
  /** Undefined while the choice is incomplete. */
  readonly query: Readonly<Record<string, string>> | undefined;
}

const formats = [
  { format: "pdf", label: "PDF" },
  { format: "csv", label: "CSV" },
  { format: "json", label: "JSON" },
] as const;

/** Downloads a report. The file is made while the browser receives it. */
export function DownloadButtons({ title, path, query }: DownloadButtonsProps) {
  return (
    <Group gap="xs">
      {formats.map(({ format, label }, index) => {
        const look = {
          variant: index === 0 ? "filled" : "default",
          leftSection: <Download size={14} aria-hidden />,
          "aria-label": `Download ${title} as ${label}`,
        };
        return query === undefined ? (
          <Button key={format} {...look} disabled>
            {label}
          </Button>
        ) : (
          <Button key={format} {...look} component="a" href={exportHref(`${path}.${format}`, query)} download>
            {label}
          </Button>
        );
      })}
    </Group>
  );
}
