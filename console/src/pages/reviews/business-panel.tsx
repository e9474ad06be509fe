import { Facts } from "../../kit/facts.tsx";
import { Section } from "../../kit/section.tsx";
import { Masked } from "./masked.tsx";
import type { Review } from "./review.ts";

/** Submitted business details. */
export function BusinessPanel({ review }: { readonly review: Pick<Review, "profile" | "name"> }) {
  const { business } = review.profile;
  const { address } = business;
  const street = [address.street_line_1, address.street_line_2].filter((line) => line !== null).join(", ");
  return (
    <Section title="Business">
      <Facts
        items={[
          ["Legal name", business.name],
          ["Display name", review.name === business.name ? undefined : review.name],
          ["EIN", <Masked key="ein" number={business.ein} />],
          ["Address", `${street}, ${address.city}, ${address.state} ${address.zip}, ${address.country}`],
          ["Phone", business.phone_number],
          ["Email", business.email],
          ["Website", business.website],
        ]}
      />
    </Section>
  );
}
