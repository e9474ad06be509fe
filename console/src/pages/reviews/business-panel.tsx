import { Facts } from "../../kit/facts.tsx";
import { Section } from "../../kit/section.tsx";
import { Masked } from "./masked.tsx";
import type { Review } from "./review.ts";

/** What the account said of its business. */
export function BusinessPanel({ review }: { readonly review: Pick<Review, "profile" | "name"> }) {
  const { business } = review.profile;
  const { address } = business;
  const street = [address.street_line_1, address.street_line_2].filter((line) => line !== null).join(", ");
  return (
    <Section title="Business">
      <Facts
        items={[
          ["Name in law", business.name],
          ["Account name", review.name === business.name ? undefined : review.name],
          ["EIN", <Masked key="ein" number={business.ein} />],
          ["Address", `${street}, ${address.city}, ${address.state} ${address.zip}, ${address.country}`],
          ["Telephone", business.phone_number],
          ["E-mail", business.email],
          ["Website", business.website],
        ]}
      />
    </Section>
  );
}
