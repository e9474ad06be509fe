import { Button, Group, SegmentedControl, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { get, type ResponseBody, send } from "../../../api/client.ts";
import { ErrorNotice } from "../../../kit/error-notice.tsx";
import { Facts } from "../../../kit/facts.tsx";
import { Section } from "../../../kit/section.tsx";
import { useAttempt } from "../../../kit/use-attempt.ts";
import { When } from "../../../kit/when.tsx";
import { useWorkspace } from "../../../workspace/use-workspace.ts";
import { useSimulation } from "./use-simulation.ts";

const path = "/console/api/workspaces/{tenant_id}/{network}/simulations/clock";

interface ClockChange {
  readonly mode?: "seconds" | "calendar";
  readonly advance?: "next_window" | "next_banking_day";
  readonly reset?: true;
}

/** The sandbox bank's clock of this workspace. */
export function ClockSection() {
  const { params } = useWorkspace();
  const { data, error, refetch } = useQuery({
    queryKey: ["simulated-clock", params],
    queryFn: ({ signal }) => get(path, { params: { path: params }, signal }),
  });
  return (
    <Section
      title="Clock"
      description="The sandbox bank's time for this workspace and its accounts. It only moves forward, until it is reset."
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton h={120} />
        ) : (
          <ErrorNotice error={error} onRetry={refetch} />
        )
      ) : (
        <Clock clock={data} />
      )}
    </Section>
  );
}

function Clock({ clock }: { readonly clock: ResponseBody<typeof path> }) {
  const { params } = useWorkspace();
  const { isBusy, error, attempt } = useAttempt();
  const simulate = useSimulation(
    (body: ClockChange) => send("post", path, { params: { path: params }, body }),
    "The sandbox bank's clock changed.",
  );
  const change = (body: ClockChange) => void attempt(() => simulate(body));
  const advance = (to: ClockChange["advance"] & string) => () => change({ advance: to });
  return (
    <Stack gap="md">
      <Facts
        items={[
          ["Time at the bank", <When key="now" at={clock.now} exact />],
          ["Next window", <When key="window" at={clock.next_window_at} exact />],
          ["Next banking day", <When key="day" at={clock.next_banking_day_at} exact />],
          [
            "Payments settle",
            <SegmentedControl
              key="mode"
              size="xs"
              aria-label="Payments settle"
              data={[
                { value: "seconds", label: "After a second" },
                { value: "calendar", label: "By the calendar" },
              ]}
              value={clock.mode}
              disabled={isBusy}
              onChange={(mode) => change({ mode: mode === "calendar" ? "calendar" : "seconds" })}
            />,
          ],
        ]}
      />
      <Group gap="xs">
        <Button variant="default" loading={isBusy} onClick={advance("next_window")}>
          Advance to next window
        </Button>
        <Button variant="default" loading={isBusy} onClick={advance("next_banking_day")}>
          Advance to next banking day
        </Button>
        <Button variant="subtle" loading={isBusy} onClick={() => change({ reset: true })}>
          Reset
        </Button>
      </Group>
      <ErrorNotice error={error} />
    </Stack>
  );
}
