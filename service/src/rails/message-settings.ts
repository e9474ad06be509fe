import { type IsoProfile, type IsoProfileName, type IsoSender, isoProfiles } from "./iso20022/iso-profile.ts";
import type { RailSystem } from "./rail.ts";

/** How ISO 20022 messages to the bank are written. */
export interface MessageSettings {
  /** Networks whose own profile the bank expects; the rails of all others are written as plain ISO 20022. */
  readonly profiles: readonly IsoProfileName[];
  readonly sender: IsoSender;
}

type MessageSystem = Exclude<RailSystem, "ach">;

/** The network behind a rail: its profile, and its clearing system in plain ISO 20022. */
const networks: Readonly<Record<MessageSystem, { readonly profile: IsoProfileName; readonly code: string }>> =
  {
    wire: { profile: "fedwire", code: "FDW" },
    rtp: { profile: "rtp", code: "RTP" },
  };

/** The profile in which payments of a system are written, with its clearing system. */
export function profileOf(
  { profiles }: Pick<MessageSettings, "profiles">,
  system: MessageSystem,
): IsoProfile & { readonly clearingSystem: string } {
  const { profile: name, code } = networks[system];
  const profile = isoProfiles[profiles.includes(name) ? name : "generic"];
  return { ...profile, clearingSystem: profile.clearingSystem ?? code };
}
