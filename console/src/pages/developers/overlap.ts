const hour = 3600;
const day = 24 * hour;

const choices = [
  { seconds: 0, label: "None: revoke the old secret now" },
  { seconds: hour, label: "1 hour" },
  { seconds: day, label: "1 day" },
  { seconds: 7 * day, label: "7 days" },
  { seconds: 30 * day, label: "30 days" },
];

export const defaultOverlap = String(day);

/** Overlap periods in which both secrets are valid, up to the maximum that the service allows. */
export function overlapChoices(maxSeconds: number): { value: string; label: string }[] {
  return choices
    .filter(({ seconds }) => seconds <= maxSeconds)
    .map(({ seconds, label }) => ({ value: String(seconds), label }));
}
