import { Section } from "../../kit/section.tsx";
import { Timeline } from "../../kit/timeline.tsx";
import { DecisionLine } from "./decision-line.tsx";
import type { Decision } from "./review.ts";

/** How the review came to where it stands. */
export function HistoryPanel({ decisions }: { readonly decisions: readonly Decision[] }) {
  return (
    <Section title="History">
      <Timeline
        entries={decisions.toReversed().map((decision) => ({
          title: decision.to.replaceAll("_", " "),
          body: <DecisionLine decision={decision} />,
        }))}
      />
    </Section>
  );
}
