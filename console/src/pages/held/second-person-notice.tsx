import { Alert } from "@mantine/core";
import { Users } from "lucide-react";
import { When } from "../../kit/when.tsx";
import type { Held } from "./held.ts";

/** Where a release stands that two people have to want. */
export function SecondPersonNotice({ held }: { readonly held: Held }) {
  const { release_request: request, needs_second_person: needsTwo } = held;
  if (!needsTwo) return null;
  if (request === null) {
    return (
      <Alert color="yellow" title="Two people decide" icon={<Users size={18} aria-hidden />}>
        It is above the amount that one person may release. The first release is kept as a request; it goes
        when another person releases it, too.
      </Alert>
    );
  }
  const who = request.is_yours ? "You" : (request.requested_by_name ?? "Somebody");
  return (
    <Alert
      color="yellow"
      title={
        request.is_yours ? "Your release waits for a second person" : "A release waits for a second person"
      }
      icon={<Users size={18} aria-hidden />}
    >
      {who} released it <When at={request.requested_at} />: “{request.reason}”
      {request.is_yours ? " Another person has to release it, too." : ""}
    </Alert>
  );
}

/** The same in a line of a list. */
export function releaseWords({ release_request: request, needs_second_person: needsTwo }: Held): string {
  if (request === null) return needsTwo ? "Needs two people" : "Needs one person";
  return request.is_yours
    ? "You released it: another must, too"
    : `${request.requested_by_name ?? "Somebody"} released it: a second must, too`;
}
