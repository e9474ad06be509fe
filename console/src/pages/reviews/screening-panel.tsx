import { Box, Stack, Text } from "@mantine/core";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { When } from "../../kit/when.tsx";
import { HitCard } from "./hit-card.tsx";
import { hitsOf, labelWords, type Review, type Screening } from "./review.ts";

/** Sanctions screening results by subject. */
export function ScreeningPanel({ review }: { readonly review: Review }) {
  const { screenings } = review;
  const hits = hitsOf(screenings);
  const [last] = screenings;
  const clear = screenings
    .filter(({ outcome }) => outcome === "clear")
    .map(({ subject }) => labelWords(subject));
  return (
    <Section
      title={
        hits.length === 0 ? "Screening" : `Screening (${hits.length} ${hits.length === 1 ? "hit" : "hits"})`
      }
      description={
        last === undefined ? undefined : (
          <>
            {last.list}, version {last.list_version.slice(0, 12)}, <When at={last.screened} />
          </>
        )
      }
    >
      <Stack gap="sm">
        {review.is_screened ? null : (
          <Text size="sm">
            <StatusBadge status="not screened" tone="waiting" /> Approval requires that all current names are
            screened.
          </Text>
        )}
        {hits.map(({ screening, hit }) => (
          <HitCard
            key={`${screening.subject} ${hit.uid} ${hit.sanctioned_name}`}
            hit={hit}
            subject={screening.subject}
            profile={review.profile}
          />
        ))}
        {screenings.map((screening) => (
          <FurtherFindings key={`${screening.subject} ${screening.screened}`} screening={screening} />
        ))}
        {clear.length === 0 ? null : (
          <Box>
            <StatusBadge status="clear" tone="good" />{" "}
            <Text component="span" size="sm">
              {clear.join(", ")}
            </Text>
          </Box>
        )}
      </Stack>
    </Section>
  );
}

/** Findings that are not shown as individual hits. */
function FurtherFindings({ screening }: { readonly screening: Screening }) {
  const { subject, further_hits, unreadable_names } = screening;
  if (further_hits === 0 && unreadable_names === 0) return null;
  return (
    <Text size="sm">
      {labelWords(subject)}:{further_hits === 0 ? "" : ` ${further_hits} further hits.`}
      {unreadable_names === 0 ? "" : ` ${unreadable_names} names could not be fully screened.`}
    </Text>
  );
}
