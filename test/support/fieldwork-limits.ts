/** The limits of fieldwork in tests that need no others. */
const common = {
  agentLeaseSeconds: 86_400,
  offerSeconds: 14_400,
  reviewLeaseSeconds: 900,
  claimsPerAgent: 20,
  radiusMetres: 200,
  fourEyes: false,
  secondReviewShare: 0,
  backCheckShare: 0,
  disputeDays: 30,
  disputeDueSeconds: 3600,
}

/** As the environment of a function has them. */
export const fieldworkLimits = (own: Partial<typeof common> = {}): string =>
  JSON.stringify({ ...common, ...own })
