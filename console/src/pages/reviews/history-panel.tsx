import { Section } from "../../kit/section.tsx";
import { Timeline } from "../../kit/timeline.tsx";
import { DecisionCircumstances } from "./decision-line.tsx";
import { eventWords } from "./event-words.ts";
import type { Decision } from "./review.ts";

/** Steps of the review, oldest first. */
export function HistoryPanel({ decisions }: { readonly decisions: readonly Decision[] }) {
  return (
    <Section title="History">
      <Timeline
        entries={decisions.toReversed().map((decision) => ({
          title: eventWords(decision.event),
          body: <DecisionCircumstances decision={decision} />,
        }))}
      />
    </Section>
  );
}
